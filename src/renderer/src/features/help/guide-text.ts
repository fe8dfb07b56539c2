import type { Language } from "../../../../text/languages.ts";
import { type GuideSection, guideSectionsOf, inLanguageOf } from "./guide-sections.ts";

type RawText = { readonly default: string };

/** Each guide is loaded only when it is shown. */
const LOADERS: Readonly<Record<Language, () => Promise<RawText>>> = {
  en: () => import("../../../../../docs/operators-guide.md?raw"),
  cs: () => import("../../../../../docs/operators-guide.cs.md?raw"),
  de: () => import("../../../../../docs/operators-guide.de.md?raw"),
};

async function loadSections(language: Language): Promise<readonly GuideSection[]> {
  const { default: markdown } = await LOADERS[language]();
  return guideSectionsOf(markdown, language);
}

/** The guide in a language. English is loaded as well, for sections that are not translated. */
export async function loadGuide(language: Language): Promise<readonly GuideSection[]> {
  if (language === "en") return loadSections("en");
  const [translated, english] = await Promise.all([loadSections(language), loadSections("en")]);
  return inLanguageOf(translated, english);
}
