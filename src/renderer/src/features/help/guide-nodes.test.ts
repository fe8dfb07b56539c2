import { lexer } from "marked";
import { describe, expect, it, vi } from "vitest";
import { isVNode, type VNodeChild } from "vue";
import guide from "../../../../../docs/operators-guide.md?raw";
import { ALL_TOPICS, anchorOf, guideTopicOf } from "./guide-anchors.ts";
import { guideNodesOf } from "./guide-nodes.ts";

/** All elements, whatever they are in. */
function elementsOf(nodes: readonly VNodeChild[]): readonly { type: unknown; props: Record<string, unknown> | null }[] {
  return nodes.flatMap((node) => {
    if (Array.isArray(node)) return elementsOf(node as readonly VNodeChild[]);
    if (!isVNode(node)) return [];
    return [node as never, ...elementsOf(Array.isArray(node.children) ? (node.children as readonly VNodeChild[]) : [])];
  });
}

describe("the guide in the console", () => {
  const elements = elementsOf(guideNodesOf(lexer(guide), () => undefined));
  const anchors = new Set(elements.map(({ props }) => props?.["data-anchor"]));

  it("has a place for every page, and for every link inside of it", () => {
    expect(ALL_TOPICS.filter((topic) => !anchors.has(anchorOf(topic)))).toEqual([]);
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
    expect(guideTopicOf("flight")).toBe("Flights");
    expect(guideTopicOf(undefined)).toBe("The pages");
    expect(guideTopicOf("toString")).toBe("The pages");
  });
});
