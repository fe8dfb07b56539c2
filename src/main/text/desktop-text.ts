import type { Language } from "../../text/languages.ts";
import { fillInCount } from "../../text/sentence.ts";
import { cs } from "./cs/index.ts";
import { de } from "./de/index.ts";
import { type DesktopText, en } from "./en/index.ts";

export type { DesktopText } from "./en/index.ts";

export const desktopTexts: Readonly<Record<Language, DesktopText>> = { en, cs, de };

let shown: Language = "en";

/** The sentences in the language that the console shows; before it has loaded, in the one that it showed last. */
export function desktopText(): DesktopText {
  return desktopTexts[shown];
}

export function currentDesktopLanguage(): Language {
  return shown;
}

export function setDesktopLanguage(language: Language): void {
  shown = language;
}

/** A sentence of `desktopText` in its form for a count. */
export function countInText(sentence: string, n: number): string {
  return fillInCount(shown, sentence, n);
}
