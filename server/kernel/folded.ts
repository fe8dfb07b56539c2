/** A text for comparing without regard to case in the Unicode sense, nor to how a letter with an accent is put together. */
export function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
