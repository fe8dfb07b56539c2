/** Control characters, most of which neither XML 1.0 nor RFC 4180 can hold, and the two non-characters of XML. */
const UNWRITABLE = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;
const XML_SPECIAL = /[&<>"'\r]/g;
const XML_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  // A bare one would be read back as a line feed.
  "\r": "&#13;",
};
/** What a spreadsheet takes for a formula (OWASP, CSV injection), full-width forms and leading blanks included. */
const FORMULA = /^(?:[\t\r\n]|[\s\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
const CSV_QUOTED = /[",\r\n]|^\s|\s$/;

/** A JSON string with its quotes. A lone surrogate becomes U+FFFD, because readers such as jq refuse its escape. */
export function jsonText(text: string): string {
  return JSON.stringify(text.toWellFormed());
}

/** Character data or attribute value of XML 1.0; characters that XML cannot hold are left out. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(UNWRITABLE, "")
    .replace(XML_SPECIAL, (found) => XML_ENTITIES[found] ?? found);
}

/**
 * A text field of RFC 4180. One that a spreadsheet would run as a formula gets an apostrophe in front, the others stay
 * as they are; control characters other than tab, CR and LF are left out.
 */
export function csvText(text: string): string {
  const clean = text.toWellFormed().replace(UNWRITABLE, "");
  const defused = FORMULA.test(clean) ? `'${clean}` : clean;
  return CSV_QUOTED.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}
