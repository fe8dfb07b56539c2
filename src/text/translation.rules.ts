import { type Language, PLURAL_FORMS } from "./languages.ts";

/** Sentences by their keys: `flights.one.pilot`. */
export type SentencesByKey = ReadonlyMap<string, string>;

interface TranslationProblems {
  /** Keys that the translation does not have. */
  readonly missing: readonly string[];
  /** Keys that English does not have any more. */
  readonly unknown: readonly string[];
  /** Sentences whose placeholders or plural forms are not those that are needed, each with what is wrong. */
  readonly wrong: readonly string[];
}

interface SentenceTree {
  readonly [key: string]: string | SentenceTree;
}

export function sentencesByKey(tree: object, path = ""): SentencesByKey {
  const entries = Object.entries(tree as SentenceTree).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as const] : [...sentencesByKey(value, `${path}${key}.`)],
  );
  return new Map(entries);
}

export function findProblems(english: SentencesByKey, other: SentencesByKey, language: Language): TranslationProblems {
  return {
    missing: [...english.keys()].filter((key) => !other.has(key)),
    unknown: [...other.keys()].filter((key) => !english.has(key)),
    wrong: [...other].flatMap(([key, sentence]) => {
      const problem = problemOf(english.get(key) ?? sentence, sentence, language);
      return problem === undefined ? [] : [`${key}: ${problem}`];
    }),
  };
}

function problemOf(english: string, sentence: string, language: Language): string | undefined {
  const [needed, given] = [formsOf(english), formsOf(sentence)];
  const forms = needed.length === 1 ? 1 : needed.length + PLURAL_FORMS[language].length - PLURAL_FORMS.en.length;
  if (given.length !== forms) return `${given.length} plural forms instead of ${forms}`;
  const [expected, used] = [placeholdersOf(needed), placeholdersOf(given)];
  if (expected !== used) return `placeholders ${used || "none"} instead of ${expected || "none"}`;
  // Each form of a sentence names the same things; only the count itself may be in words.
  const parts = new Set(given.map((form) => placeholdersOf([form.replaceAll("{n}", "")])));
  const englishParts = new Set(needed.map((form) => placeholdersOf([form.replaceAll("{n}", "")])));
  if (englishParts.size === 1 && parts.size !== 1) return "a plural form without a placeholder of the others";
  if ((english === "") !== (sentence === "")) return "empty";
  return undefined;
}

function formsOf(sentence: string): readonly string[] {
  return sentence.split(/\s\|\s/);
}

function placeholdersOf(forms: readonly string[]): string {
  const names = forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  return [...new Set(names)].toSorted().join(", ");
}
