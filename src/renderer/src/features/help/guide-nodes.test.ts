import { lexer } from "marked";
import { describe, expect, it, vi } from "vitest";
import { isVNode, type VNodeChild } from "vue";
import { LANGUAGES } from "../../../../text/languages.ts";
import { ALL_TOPICS, guideTopicOf } from "./guide-anchors.ts";
import { guideNodesOf } from "./guide-nodes.ts";
import { guideSectionsOf, inLanguageOf } from "./guide-sections.ts";
import { loadGuide } from "./guide-text.ts";

/** All elements, whatever they are in. */
function elementsOf(nodes: readonly VNodeChild[]): readonly { type: unknown; props: Record<string, unknown> | null }[] {
  return nodes.flatMap((node) => {
    if (Array.isArray(node)) return elementsOf(node as readonly VNodeChild[]);
    if (!isVNode(node)) return [];
    return [node as never, ...elementsOf(Array.isArray(node.children) ? (node.children as readonly VNodeChild[]) : [])];
  });
}

describe("the guide in the console", () => {
  it.each(LANGUAGES)("has a place for every page, and for every link inside of it: %s", async (language) => {
    const sections = await loadGuide(language);
    const elements = elementsOf(sections.flatMap(({ tokens }) => guideNodesOf(tokens, () => undefined)));
    const anchors = new Set(elements.map(({ props }) => props?.["data-anchor"]));
    expect(ALL_TOPICS.filter((topic) => !anchors.has(topic))).toEqual([]);
    const links = elements.flatMap(({ props }) => {
      const href = props?.["href"];
      return typeof href === "string" && href.startsWith("#") ? [href.slice(1)] : [];
    });
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((link) => !anchors.has(link))).toEqual([]);
  });

  it("has no link to what is not in the console, and goes to its own places by a click", () => {
    const goTo = vi.fn<(anchor: string) => void>();
    const text = "[a](#sync), [b](other.md), [c](https://example.org), [d](javascript:alert)";
    const links = elementsOf(guideNodesOf(lexer(text), goTo)).filter(({ type }) => type === "a");
    expect(links.map(({ props }) => props?.["href"])).toEqual(["#sync", "https://example.org"]);
    const [inside] = links.map(({ props }) => props?.["onClick"] as (event: Event) => void);
    inside?.(new Event("click"));
    expect(goTo).toHaveBeenCalledExactlyOnceWith("sync");
  });

  it("opens at the page where one stands, and at its beginning where there is none", () => {
    expect(guideTopicOf("flight")).toBe("flights");
    expect(guideTopicOf(undefined)).toBe("the-pages");
    expect(guideTopicOf("toString")).toBe("the-pages");
  });

  it("has the English section where the translation has none, and the order of the English guide", () => {
    const english = guideSectionsOf("# Guide\n\nThis.\n\n## Log\n\nA list.\n\n## Zones\n\nFiles.\n", "en");
    const german = guideSectionsOf('## <a id="zones"></a>Gebiete\n\nDateien.\n\n# <a id="guide"></a>Buch\n', "de");
    const shown = inLanguageOf(german, english);
    expect(shown.map(({ anchor, language }) => [anchor, language])).toEqual([
      ["guide", "de"],
      ["log", "en"],
      ["zones", "de"],
    ]);
  });

  it("finds a paragraph of a translation by the anchor of the English words", () => {
    const text = '<a id="planning"></a>**Planung.** Mit einem Klick.\n';
    const elements = elementsOf(guideNodesOf(lexer(text), () => undefined));
    expect(elements.map(({ type, props }) => [type, props?.["data-anchor"]])).toEqual([
      ["p", "planning"],
      ["strong", undefined],
    ]);
  });
});
