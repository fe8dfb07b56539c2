export const LANGUAGES = ["en", "cs", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The forms of dates and numbers: British English, because its dates begin with the day. */
export const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", cs: "cs", de: "de" };

/** The first of the preferred languages, by their tags, that is available; English if none is. */
export function firstLanguageOf(preferred: readonly string[]): Language {
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

/** The index of a sentence's form for a count. If it has one form more than the language, the first one is for 0. */
export function pluralForm(language: Language, n: number, forms: number): number {
  const rule = rules.get(language) ?? new Intl.PluralRules(LOCALES[language]);
  rules.set(language, rule);
  const names = PLURAL_FORMS[language];
  const withNone = forms > names.length;
  if (withNone && n === 0) return 0;
  const found = names.indexOf(rule.select(n));
  return Math.min(forms - 1, (found === -1 ? names.length - 1 : found) + (withNone ? 1 : 0));
}
