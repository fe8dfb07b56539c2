/** Control characters, most of which are not allowed in XML 1.0 or RFC 4180, and the two non-characters of XML. */
const UNWRITABLE = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;
/** Most texts: printable ASCII without special characters. */
const XML_PLAIN = /^[ !#-%(-;=?-~]*$/;
const XML_SPECIAL = /[&<>"'\r]/g;
const XML_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  // An unescaped carriage return would be read back as a line feed.
  "\r": "&#13;",
};
/**
 * Beginnings that a spreadsheet reads as a formula (OWASP, CSV injection), including full-width forms and leading
 * blanks.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
const CSV_QUOTED = /[",\r\n]|^\s|\s$/;

/**
 * A JSON string with its quotes. A lone surrogate becomes U+FFFD, because readers such as jq refuse its escape
 * sequence.
 */
export function jsonText(text: string): string {
  return JSON.stringify(text.toWellFormed());
}

/** Character data or an attribute value of XML 1.0; characters that XML does not allow are omitted. */
export function xmlText(text: string): string {
  if (XML_PLAIN.test(text)) return text;
  return text
    .toWellFormed()
    .replace(UNWRITABLE, "")
    .replace(XML_SPECIAL, (found) => XML_ENTITIES[found] ?? found);
}

/**
 * A text field of RFC 4180. One that a spreadsheet would execute as a formula gets an apostrophe in front, others stay
 * unchanged; control characters other than tab, CR and LF are omitted.
 */
export function csvText(text: string): string {
  const clean = text.toWellFormed().replace(UNWRITABLE, "");
  const escaped = FORMULA.test(clean) ? `'${clean}` : clean;
  return CSV_QUOTED.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
