/** Text for the inside of an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Paragraphs and `code`, which is all that descriptions use of CommonMark. */
export function prose(text: string): string {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll(/`([^`]+)`/g, "<code>$1</code>")}</p>`)
    .join("\n");
}
