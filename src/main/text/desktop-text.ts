import { cs } from "./cs.ts";
import { de } from "./de.ts";
import { type DesktopText, en } from "./en.ts";

export type { DesktopText } from "./en.ts";

export const desktopTexts = { en, cs, de } as const satisfies Record<string, DesktopText>;
export type DesktopLanguage = keyof typeof desktopTexts;
export const DESKTOP_LANGUAGES = Object.keys(desktopTexts) as readonly DesktopLanguage[];

let shown: DesktopLanguage = "en";

/** The sentences in the language that the console shows; before it has loaded, in that of the system. */
export function desktopText(): DesktopText {
  return desktopTexts[shown];
}

export function currentDesktopLanguage(): DesktopLanguage {
  return shown;
}

export function setDesktopLanguage(language: DesktopLanguage): void {
  shown = language;
}

/** The first of the languages of the system that there is; English where there is none. */
export function desktopLanguageOf(preferred: readonly string[]): DesktopLanguage {
  const tags = preferred.map((tag) => tag.toLowerCase().split("-")[0]);
  return tags.flatMap((tag) => DESKTOP_LANGUAGES.filter((language) => language === tag))[0] ?? "en";
}
