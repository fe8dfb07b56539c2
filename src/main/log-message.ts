import type { Writable } from "node:stream";

const MAX_CHARACTERS = 500;

let file: Writable | undefined;

/** Writes all later messages to a file as well: an app that is started from its icon has no terminal. */
export function writeMessagesTo(log: Writable, firstLine: string): void {
  file = log;
  log.write(lineOf(firstLine));
}

/** Writes a message to the terminal and to the log; messages for the user are shown in the window. */
export function logMessage(message: string): void {
  const text = message.slice(0, MAX_CHARACTERS);
  process.stderr.write(`${text}\n`);
  file?.write(lineOf(text));
}

function lineOf(text: string): string {
  return `${new Date().toISOString()} ${text}\n`;
}
