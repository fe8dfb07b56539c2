import type { SentencesByKey } from "./translation.rules.ts";

/** Which of the known sentences of the station one is, and what stands at its placeholders. */
export interface KnownSentence {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

interface Template {
  readonly key: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  /** Characters that are not placeholders: of two that match, the one with more says more. */
  readonly literalLength: number;
}

const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * Finds sentences of the station among those that are known in English. The API sends sentences, and codes for some of
 * them only, of which one may stand for several: so a sentence is its own key, as in gettext.
 */
export function createSentenceFinder(english: SentencesByKey): (sentence: string) => KnownSentence | undefined {
  const whole = new Map<string, string>();
  const templates: Template[] = [];
  for (const [key, sentence] of english) {
    if (sentence.search(PLACEHOLDER) === -1) whole.set(sentence, key);
    else templates.push(templateOf(key, sentence));
  }
  templates.sort((a, b) => b.literalLength - a.literalLength);

  return (sentence) => {
    const key = whole.get(sentence);
    if (key !== undefined) return { key, values: {} };
    for (const { key: templateKey, pattern, names } of templates) {
      const found = pattern.exec(sentence);
      if (found)
        return { key: templateKey, values: Object.fromEntries(names.map((name, at) => [name, found[at + 1]!])) };
    }
    return undefined;
  };
}

/** The field that a message is about, in front of it: `settings.port: must be at most 65535`, `LOCK_LEVEL: must be …`. */
const WITH_FIELD = /^([A-Za-z_][\w./-]*): (.+)$/s;
/** Placeholders at which the station puts words of its own: a reason, and what kind of thing something is. */
const OF_STATION: ReadonlySet<string> = new Set(["reason", "what"]);
/** How an English sentence may begin. What stands for a name there is the beginning of one that is not known. */
const BEGINS_A_SENTENCE = /^(?:An?|It|No|Nothing|One|The|There|These|This) /;
/** Between two sentences. */
const BETWEEN = /(?<=[.?!]) (?=[\p{Lu}\d])/u;

/**
 * Translates what the station says: message by message, of which each is a line. What is not known, also
 * in part, stays as it is. `say` gives the sentence of a key.
 */
export function translateStationText(
  text: string,
  find: (sentence: string) => KnownSentence | undefined,
  say: (key: string, values: Readonly<Record<string, string>>) => string,
): string {
  const known = (text: string): string | undefined => {
    const found = find(text);
    if (!found) return undefined;
    const values = Object.entries(found.values);
    // A name that reaches over the end of a sentence is none: these are two sentences.
    if (values.some(([name, value]) => name !== "reason" && BETWEEN.test(value))) return undefined;
    const [first] = values;
    if (first && !OF_STATION.has(first[0]) && text.startsWith(first[1]) && BEGINS_A_SENTENCE.test(text))
      return undefined;
    const translated = values.map(([name, value]) => [name, OF_STATION.has(name) ? (known(value) ?? value) : value]);
    return say(found.key, Object.fromEntries(translated));
  };
  const message = (text: string): string => {
    const direct = known(text);
    if (direct !== undefined) return direct;
    const [, field, rest] = WITH_FIELD.exec(text) ?? [];
    const about = rest === undefined ? undefined : known(rest);
    if (about !== undefined) return `${field}: ${about}`;
    const sentences = text.split(BETWEEN).map(known);
    return sentences.every((one) => one !== undefined) ? sentences.join(" ") : text;
  };
  return text
    .split("\n")
    .map((line) => message(line))
    .join("\n");
}

function templateOf(key: string, sentence: string): Template {
  const names = [...sentence.matchAll(PLACEHOLDER)].map(([, name]) => name!);
  const literals = sentence.split(/\{\w+\}/);
  return {
    key,
    names,
    pattern: new RegExp(`^${literals.map(escaped).join("(.+?)")}$`, "s"),
    literalLength: literals.join("").length,
  };
}

function escaped(literal: string): string {
  return literal.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
