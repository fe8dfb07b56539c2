/** Tells whoever started the app from a terminal; the window says what matters to its user. */
export function note(message: string): void {
  process.stderr.write(`${message.slice(0, 500)}\n`);
}
