import { cs } from "./text/cs.ts";
import { de } from "./text/de.ts";
import { en, type PageText } from "./text/en.ts";

export type { PageText } from "./text/en.ts";

const TEXTS: readonly PageText[] = [en, cs, de];
/** More than any user prefers; the header comes from outside. */
const MAX_LANGUAGES = 20;

/**
 * The sentences of a page: in the first language that the application requests and the pages have (`ui_locales` of
 * OpenID Connect, 3.1.2.1), otherwise in the one that the browser prefers most (`Accept-Language` of RFC 9110, 12.5.4).
 */
export function pageTextFor(acceptLanguage: string | undefined, uiLocales?: unknown): PageText {
  const asked = typeof uiLocales === "string" ? uiLocales.split(" ").slice(0, MAX_LANGUAGES) : [];
  return [...asked, ...preferredLanguages(acceptLanguage ?? "")].map(textOf).find((text) => text !== undefined) ?? en;
}

/** `90 seconds`, `2 Minuten`, `5 minut`: from a minute and a half on in minutes, rounded up. */
export function formatWait({ language }: PageText, seconds: number): string {
  const [value, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(value);
}

function preferredLanguages(header: string): readonly string[] {
  return header
    .slice(0, 1_000)
    .split(",", MAX_LANGUAGES)
    .map((part) => {
      const [tag = "", quality = ""] = part.trim().split(/\s*;\s*q=/);
      return { tag, quality: quality === "" ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

function textOf(tag: string): PageText | undefined {
  const language = tag.toLowerCase().split("-")[0];
  return TEXTS.find((text) => text.language === language);
}
