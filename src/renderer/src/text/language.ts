import { shallowRef } from "vue";

export const LANGUAGES = ["en", "cs", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
export type LanguageChoice = "system" | Language;

/** Each language by its own name, so that a person who cannot read the present one finds theirs. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", cs: "Čeština", de: "Deutsch" };

/** The forms of dates and numbers: British English, because its dates begin with the day. */
const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", cs: "cs", de: "de" };

const shown = shallowRef<Language>("en");

/** The language that is shown. What reads it in a template or in a computed value is shown anew when it changes. */
export function currentLanguage(): Language {
  return shown.value;
}

/** For `Intl`. */
export function currentLocale(): string {
  return LOCALES[shown.value];
}

const regions = new Map<Language, Intl.DisplayNames>();

/** The country with a code of ISO 3166-1 alpha-2 in the language that is shown; undefined where the browser knows none. */
export function regionName(code: string): string | undefined {
  const language = currentLanguage();
  const known = regions.get(language) ?? new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  regions.set(language, known);
  return known.of(code);
}

/** Only for `showLanguage`, which loads the sentences first, and for tests. */
export function setCurrentLanguage(language: Language): void {
  shown.value = language;
}

/** The first language that the system prefers and the console has; English where it has none of them. */
export function languageOf(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== "system") return choice;
  const wanted = preferred.map((tag) => tag.toLowerCase().split("-")[0]);
  return wanted.flatMap((tag) => LANGUAGES.filter((language) => language === tag))[0] ?? "en";
}

/** The plural forms of whole numbers, in the order in which a sentence has them. */
export const PLURAL_FORMS: Readonly<Record<Language, readonly Intl.LDMLPluralRule[]>> = {
  en: ["one", "other"],
  cs: ["one", "few", "other"],
  de: ["one", "other"],
};

const rules = new Map<Language, Intl.PluralRules>();

/** Which of its forms a sentence takes for a count. One form more than the language has is the one for none, and first. */
export function pluralForm(language: Language, n: number, forms: number): number {
  const rule = rules.get(language) ?? new Intl.PluralRules(LOCALES[language]);
  rules.set(language, rule);
  const names = PLURAL_FORMS[language];
  const withNone = forms > names.length;
  if (withNone && n === 0) return 0;
  const found = names.indexOf(rule.select(n));
  return Math.min(forms - 1, (found === -1 ? names.length - 1 : found) + (withNone ? 1 : 0));
}
