/** Prints a message for whoever started the app from a terminal; what matters to its user is shown in the window. */
export function logMessage(message: string): void {
  process.stderr.write(`${message.slice(0, 500)}\n`);
}
