import { lexer, type Token } from "marked";
import type { Language } from "../../../../text/languages.ts";
import { anchorOf } from "./guide-anchors.ts";

/** A heading of the guide with what follows, up to the next heading. */
export interface GuideSection {
  readonly anchor: string;
  readonly language: Language;
  readonly tokens: readonly Token[];
}

/** The sections of a guide, in their order. */
export function guideSectionsOf(markdown: string, language: Language): readonly GuideSection[] {
  const tokens = lexer(markdown);
  const starts = tokens.flatMap((token, index) => (token.type === "heading" ? [index] : []));
  return starts.map((start, index) => ({
    anchor: anchorOf(String((tokens[start] as { text?: unknown }).text)),
    language,
    tokens: tokens.slice(start, starts[index + 1]),
  }));
}

/** The guide in another language, in the order of the English one; a section that was not translated is in English. */
export function inLanguageOf(
  translated: readonly GuideSection[],
  english: readonly GuideSection[],
): readonly GuideSection[] {
  const byAnchor = new Map(translated.map((section) => [section.anchor, section]));
  return english.map((section) => byAnchor.get(section.anchor) ?? section);
}
