import { type Language, pluralForm } from "./languages.ts";

export type SentenceValues = Readonly<Record<string, string | number>>;

/** A sentence with its values in place of its placeholders, `{name}`. One that has no value stays. */
export function fillIn(sentence: string, values: SentenceValues): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

/** The plural form of a sentence for a count, which is also its value `n`. */
export function fillInCount(language: Language, sentence: string, n: number): string {
  const forms = sentence.split(/\s\|\s/);
  return fillIn(forms[pluralForm(language, n, forms.length)] ?? sentence, { n });
}
