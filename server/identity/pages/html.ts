/** Safe markup; any other value in a template is text and gets escaped. */
export type Html = { readonly markup: string };

type Part = string | Html | undefined | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A template whose values are escaped, unless they were created by this function. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.map((text, index) => text + markupOf(parts[index])).join("") };
}

function markupOf(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "string") return part.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
  if ("markup" in part) return part.markup;
  return part.map(({ markup }) => markup).join("");
}
