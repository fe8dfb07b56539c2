import type { MarkedToken, Token, Tokens } from "marked";
import { type GuideSection, guideSectionsOf } from "../../src/renderer/src/features/help/guide-sections.ts";
import type { Language } from "../../src/text/languages.ts";

/** What a section has in every language, whatever its words are. */
interface SectionFacts {
  /** Its blocks in their order: `paragraph`, `list of 3`, `table of 4 rows`. */
  readonly blocks: readonly string[];
  readonly codeSpans: readonly string[];
  readonly links: readonly string[];
  readonly pictures: readonly string[];
  /** By their value: `57600` for 57,600 in English and 57.600 in German. */
  readonly numbers: readonly string[];
  /** By their English name. */
  readonly keys: readonly string[];
  /** The words of each paragraph, item and cell, without code. */
  readonly texts: readonly string[];
}

type Translated = Exclude<Language, "en">;

/** Keys of the keyboard whose names are not also common words of the language. */
const KEYS: readonly Readonly<Record<Language, RegExp>>[] = [
  { en: /\bCtrl\b/g, cs: /\bCtrl\b/g, de: /\bStrg\b/g },
  { en: /\bEnter\b/g, cs: /\bEnter(?:em|u)?\b/g, de: /\bEnter\b/g },
  { en: /\bEscape\b/g, cs: /\bEscape\b/g, de: /\bEscape\b/g },
  { en: /\bShift\b/g, cs: /\bShift(?:em|u)?\b/g, de: /\bUmschalt\b/g },
  { en: /\bBackspace\b/g, cs: /\bBackspace\b/g, de: /\bRücktaste\b/g },
  { en: /\bPage Up\b/g, cs: /\bPage Up\b/g, de: /\bBild auf\b/g },
  { en: /\bPage Down\b/g, cs: /\bPage Down\b/g, de: /\bBild ab\b/g },
  { en: /\bHome\b/g, cs: /\bHome\b/g, de: /\bPos1\b/g },
];

/** The thousands of Czech are separated by a space that does not break. */
const NUMBERS: Readonly<Record<Language, RegExp>> = {
  en: /\d+(?:\.\d+){2,}|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g,
  // A dot is that of an address or a version: 127.0.0.1, 22.04.
  cs: /\d+(?:\.\d+){2,}|\d+\.0\d+|\d{1,3}(?:[\u00A0\u202F]\d{3})+(?:,\d+)?|\d+(?:,\d+)?/g,
  de: /\d+(?:\.\d+){2,}|\d+\.0\d\b|\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d+)?/g,
};
const ADDRESS_OR_VERSION = /^\d+(?:\.\d{1,2}){2,}$|^\d+\.0\d$/;

/** Words of English sentences that are words of neither Czech nor German. */
const ENGLISH_WORDS = new Set(
  "the of and is are that with which it its from be has have when what this there does where they you your can will or".split(
    " ",
  ),
);

/** A text of so many words can be the same in every language: `DataFlash (.bin), px4log`. */
const MAX_NAMES = 4;

/** What a translation of the guide lacks, has too much, or left in English; empty if it is whole. */
export function faultsOf(english: string, translation: string, language: Translated): readonly string[] {
  const expected = guideSectionsOf(english, "en");
  const found = guideSectionsOf(translation, language);
  const outline = differencesOf("headings", expected.map(headingOf), found.map(headingOf));
  if (outline.length > 0) return outline;
  const misplaced = expected.findIndex((section, index) => headingOf(section) !== headingOf(found[index]!));
  if (misplaced !== -1) return [`headings: ${headingOf(expected[misplaced]!)} is not at its place`];
  const englishTexts = new Set(expected.flatMap(({ tokens }) => factsOf(tokens, "en").texts));
  return expected.flatMap(({ anchor, tokens }, index) => {
    const wanted = factsOf(tokens, "en");
    const facts = factsOf(found[index]!.tokens, language);
    const isShaped = wanted.blocks.join() === facts.blocks.join();
    return [
      ...(isShaped ? [] : [`blocks: ${facts.blocks.join(", ")} instead of ${wanted.blocks.join(", ")}`]),
      ...differencesOf("code", wanted.codeSpans, facts.codeSpans),
      ...differencesOf("links", wanted.links, facts.links),
      ...differencesOf("pictures", wanted.pictures, facts.pictures),
      ...differencesOf("numbers", wanted.numbers, facts.numbers),
      ...differencesOf("keys", wanted.keys, facts.keys),
      ...facts.texts
        .flatMap((text) =>
          englishTexts.has(text) && wordsOf(text).length > MAX_NAMES ? [text] : englishSentencesOf(text),
        )
        .map((sentence) => `in English: ${sentence}`),
    ].map((fault) => `${anchor}: ${fault}`);
  });
}

const headingOf = ({ anchor, tokens }: GuideSection): string =>
  `${"#".repeat((tokens[0] as Tokens.Heading).depth)} ${anchor}`;

function factsOf(tokens: readonly Token[], language: Language): SectionFacts {
  const all = withInner(tokens);
  const texts = textsOf(tokens);
  const words = texts.join("\n");
  return {
    blocks: (tokens as readonly MarkedToken[]).flatMap(blockOf),
    codeSpans: all.flatMap((token) => (token.type === "codespan" || token.type === "code" ? [token.text] : [])),
    links: all.flatMap((token) => (token.type === "link" ? [token.href] : [])),
    pictures: all.flatMap((token) => (token.type === "image" ? [token.href] : [])),
    numbers: (withoutKeys(words, language).match(NUMBERS[language]) ?? []).map((number) => valueOf(number, language)),
    keys: KEYS.flatMap((names) => (words.match(names[language]) ?? []).map(() => names.en.source)),
    texts,
  };
}

/** `Pos1` is no number. */
function withoutKeys(words: string, language: Language): string {
  return KEYS.reduce((rest, names) => rest.replaceAll(names[language], ""), words);
}

function valueOf(number: string, language: Language): string {
  if (ADDRESS_OR_VERSION.test(number)) return number;
  if (language === "en") return number.replaceAll(",", "");
  return number.replaceAll(/[.\u00A0\u202F]/g, "").replace(",", ".");
}

function blockOf(token: MarkedToken): readonly string[] {
  if (token.type === "space") return [];
  if (token.type === "list") return [`list of ${token.items.length}`];
  if (token.type === "table") return [`table of ${token.rows.length} rows and ${token.header.length} columns`];
  return [token.type];
}

/** All tokens, whatever they are in. */
function withInner(tokens: readonly Token[]): readonly MarkedToken[] {
  return (tokens as readonly MarkedToken[]).flatMap((token) => [token, ...withInner(innerOf(token))]);
}

function innerOf(token: MarkedToken): readonly Token[] {
  if (token.type === "list") return token.items;
  if (token.type === "table") return [token.header, ...token.rows].flat().flatMap(({ tokens }) => tokens);
  return "tokens" in token ? (token.tokens ?? []) : [];
}

/** The words of each paragraph, heading, item and cell. */
function textsOf(tokens: readonly Token[]): readonly string[] {
  return (tokens as readonly MarkedToken[]).flatMap((token) => {
    if (token.type === "list") return token.items.map((item) => wordsIn(item.tokens));
    if (token.type === "table") return [token.header, ...token.rows].flat().map((cell) => wordsIn(cell.tokens));
    return token.type === "heading" || token.type === "paragraph" ? [wordsIn(token.tokens ?? [])] : [];
  });
}

function wordsIn(tokens: readonly Token[]): string {
  return (tokens as readonly MarkedToken[])
    .map((token) => {
      // Pictures have a description for screen readers.
      if (token.type === "image") return token.text;
      const inner = innerOf(token);
      if (inner.length > 0) return wordsIn(inner);
      return token.type === "text" || token.type === "escape" ? token.text : " ";
    })
    .join("")
    .replaceAll(/[ \n]+/g, " ")
    .trim();
}

function englishSentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.:;?!])\s+/)
    .filter((sentence) => wordsOf(sentence).filter((word) => ENGLISH_WORDS.has(word)).length > 1);
}

const wordsOf = (text: string): readonly string[] => text.match(/\p{L}+/gu) ?? [];

/** What is in one list only; how often it is there counts, the order does not. */
function differencesOf(what: string, wanted: readonly string[], found: readonly string[]): readonly string[] {
  const without = (list: readonly string[], other: readonly string[]): readonly string[] => {
    const rest = [...other];
    return list.filter((one) => {
      const place = rest.indexOf(one);
      if (place !== -1) rest.splice(place, 1);
      return place === -1;
    });
  };
  return [
    ...without(wanted, found).map((one) => `${what}: without ${one}`),
    ...without(found, wanted).map((one) => `${what}: ${one} is not in English`),
  ];
}
