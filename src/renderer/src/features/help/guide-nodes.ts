import type { MarkedToken, Token } from "marked";
import { h, type VNodeChild } from "vue";
import { anchorOf } from "./guide-anchors.ts";

/** Called for a click on a link inside the guide. */
export type GoToAnchor = (anchor: string) => void;

/** Renders the guide's Markdown tokens as elements; never as HTML text, so that no script in it can run. */
export function guideNodesOf(tokens: readonly Token[], goTo: GoToAnchor): readonly VNodeChild[] {
  const inner = (children: readonly Token[] | undefined) => [...guideNodesOf(children ?? [], goTo)];
  // The guide has no extensions.
  return (tokens as readonly MarkedToken[]).map((token): VNodeChild => {
    switch (token.type) {
      case "heading":
        return h(`h${Math.min(6, token.depth + 1)}`, { "data-anchor": anchorOf(token.text) }, inner(token.tokens));
      case "paragraph":
        // Pictures are not part of the console.
        if (token.tokens?.every(({ type }) => type === "image")) return undefined;
        return h("p", topicOfParagraph(token.tokens), inner(token.tokens));
      case "text":
        return token.tokens ? inner(token.tokens) : token.text;
      case "escape":
        return token.text;
      case "strong":
        return h("strong", inner(token.tokens));
      case "em":
        return h("em", inner(token.tokens));
      case "codespan":
        return h("code", token.text);
      case "code":
        return h("pre", { tabindex: 0 }, h("code", token.text));
      case "br":
        return h("br");
      case "hr":
        return h("hr");
      case "link":
        return linkOf(token.href, inner(token.tokens), goTo);
      case "list":
        return h(
          token.ordered ? "ol" : "ul",
          token.items.map((item) => h("li", inner(item.tokens))),
        );
      case "blockquote":
        return h("blockquote", inner(token.tokens));
      case "table":
        return h("table", [
          h(
            "thead",
            h(
              "tr",
              token.header.map(({ tokens: cell }) => h("th", inner(cell))),
            ),
          ),
          h(
            "tbody",
            token.rows.map((row) =>
              h(
                "tr",
                row.map(({ tokens: cell }) => h("td", inner(cell))),
              ),
            ),
          ),
        ]);
      default:
        // The only other tokens in the guide are spaces between blocks, and the anchors of a translation.
        return undefined;
    }
  });
}

/** A paragraph that begins with bold words is a topic with that name, or with the anchor before it. */
function topicOfParagraph(tokens: readonly Token[] | undefined): Readonly<Record<string, string>> {
  const first = tokens?.find(({ type }) => type !== "html");
  if (first?.type !== "strong") return {};
  const anchor = tokens?.slice(0, tokens.indexOf(first)).map(({ raw }) => raw);
  return { "data-anchor": anchorOf(`${anchor?.join("") ?? ""}${String(first["text"])}`) };
}

/** Other documents are not in the console: links to them become plain text. */
function linkOf(href: string, words: VNodeChild[], goTo: GoToAnchor): VNodeChild {
  if (href.startsWith("#")) {
    const go = (event: Event): void => {
      event.preventDefault();
      goTo(href.slice(1));
    };
    return h("a", { href, onClick: go }, words);
  }
  if (href.startsWith("https://")) return h("a", { href, target: "_blank", rel: "noreferrer" }, words);
  return h("em", words);
}
