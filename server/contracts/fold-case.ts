/**
 * Key for comparing texts regardless of case and of Unicode composition, as the text filter of the API does, and the
 * console on its live map. Converts to upper case first, so that `ß` equals `ss` and all forms of sigma are equal.
 */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}
