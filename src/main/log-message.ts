import type { Writable } from "node:stream";

const MAX_CHARACTERS = 500;

let file: Writable | undefined;

/** Keeps the messages in a file from here on, after a first line: an app that is started from its icon has no terminal. */
export function keepMessages(log: Writable, firstLine: string): void {
  file = log;
  log.write(lineOf(firstLine));
}

/** Says something to the terminal that the app was started from, and to its log; what matters to its user is shown in the window. */
export function logMessage(message: string): void {
  const text = message.slice(0, MAX_CHARACTERS);
  process.stderr.write(`${text}\n`);
  file?.write(lineOf(text));
}

function lineOf(text: string): string {
  return `${new Date().toISOString()} ${text}\n`;
}
