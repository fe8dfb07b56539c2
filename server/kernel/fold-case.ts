/**
 * A text for comparing without regard to case in the Unicode sense, nor to how a letter with an accent is put together.
 * By way of capitals, so that `ß` is `ss` and every sigma the same.
 */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}
