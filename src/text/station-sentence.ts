import type { SentencesByKey } from "./translation.rules.ts";

/** A known sentence of the station: its key, and the values of its placeholders. */
export interface KnownSentence {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

interface Template {
  readonly key: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  /** Characters outside of placeholders: of two templates that match, the one with more is more specific. */
  readonly literalLength: number;
}

const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * Finds sentences of the station among the known English ones. The API sends sentences; only some have a code, and a
 * code may stand for several sentences. So the sentence itself is the key, as in gettext.
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

export interface StationTextOptions {
  /** A known sentence and the values of its placeholders; undefined if none matches. */
  readonly find: (sentence: string) => KnownSentence | undefined;
  /** The sentence of a key in the language of the reader. */
  readonly translate: (key: string, values: Readonly<Record<string, string>>) => string;
  /** The label of a field of the API; empty for the whole request, undefined if it has none. */
  readonly labelOf?: (field: string) => string | undefined;
}

/** A message with its field in front: `settings.port: must be at most 65535`, `LOCK_LEVEL: must be …`. */
const WITH_FIELD = /^([A-Za-z_][\w./-]*): (.+)$/s;
/** The path of a field, without the colon that follows it in front of a message. */
const FIELD = /^[\w./-]+$/;
/** Placeholders whose values are words of the station, which are translated too: a reason, or a kind of item. */
const OF_STATION: ReadonlySet<string> = new Set(["reason", "what"]);
/** Common first words of a sentence. If a placeholder for a name matches them, it is another, unknown sentence. */
const BEGINS_A_SENTENCE = /^(?:An?|It|No|Nothing|One|The|There|These|This) /;
/** The space between two sentences. */
const BETWEEN = /(?<=[.?!]) (?=[\p{Lu}\d])/u;

/**
 * Translates a text of the station, message by message; each message is a line. A message that is not known, even in
 * part, stays as it is, but for the name of the field in front of it.
 */
export function translateStationText(
  text: string,
  { find, translate, labelOf = () => undefined }: StationTextOptions,
): string {
  const known = (text: string): string | undefined => {
    const found = find(text);
    if (!found) return undefined;
    const values = Object.entries(found.values);
    // A name that contains the end of a sentence is not a name: these are two sentences.
    if (values.some(([name, value]) => name !== "reason" && BETWEEN.test(value))) return undefined;
    if (values.some(([name, value]) => name === "field" && !FIELD.test(value))) return undefined;
    const [first] = values;
    if (first && !OF_STATION.has(first[0]) && text.startsWith(first[1]) && BEGINS_A_SENTENCE.test(text))
      return undefined;
    const translated = values.map(([name, value]) => [name, valueOf(name, value)]);
    return translate(found.key, Object.fromEntries(translated));
  };
  const valueOf = (name: string, value: string): string => {
    if (name === "field" || name === "fields") {
      return value.replaceAll(/[^, ]+/g, (field) => labelOf(field) || field);
    }
    return OF_STATION.has(name) ? (known(value) ?? value) : value;
  };
  const message = (text: string): string => {
    const direct = known(text);
    if (direct !== undefined) return direct;
    const [, field, rest] = WITH_FIELD.exec(text) ?? [];
    if (field !== undefined && rest !== undefined) {
      const [label, about] = [labelOf(field), known(rest)];
      if (about !== undefined || label !== undefined) return withLabel(label ?? field, about ?? rest);
    }
    const sentences = text.split(BETWEEN).map(known);
    return sentences.every((one) => one !== undefined) ? sentences.join(" ") : text;
  };
  return text
    .split("\n")
    .map((line) => message(line))
    .join("\n");
}

/** Without a label the message is a sentence of its own. */
function withLabel(label: string, about: string): string {
  return label === "" ? about.charAt(0).toUpperCase() + about.slice(1) : `${label}: ${about}`;
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
