import { shallowRef } from "vue";
import { firstLanguageOf, type Language, LOCALES } from "../../../text/languages.ts";

export type LanguageChoice = "system" | Language;

/** Each language by its own name, so that people who cannot read the current one find theirs. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", cs: "Čeština", de: "Deutsch" };

const shown = shallowRef<Language>("en");

/** The current language. Templates and computed values that read it are updated when it changes. */
export function currentLanguage(): Language {
  return shown.value;
}

/** For `Intl`. */
export function currentLocale(): string {
  return LOCALES[shown.value];
}

const regions = new Map<Language, Intl.DisplayNames>();

/**
 * The name of a country by its code (ISO 3166-1 alpha-2) in the current language; undefined where the browser has none.
 */
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
  return choice === "system" ? firstLanguageOf(preferred) : choice;
}
