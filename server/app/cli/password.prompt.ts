import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** A password, and whether it was made here: then it must be shown once. */
export type ChosenPassword = { readonly password: string; readonly isGenerated: boolean };

/** As given, else asked for on a terminal, else (or when nothing is typed) made up: 120 random bits. */
export async function choosePassword(given: string | undefined): Promise<ChosenPassword> {
  if (given !== undefined && given !== "") return { password: given, isGenerated: false };
  const typed = process.stdin.isTTY ? await askTwice() : "";
  if (typed !== "") return { password: typed, isGenerated: false };
  return { password: randomBytes(15).toString("base64url"), isGenerated: true };
}

async function askTwice(): Promise<string> {
  const password = await ask("Password (nothing makes one up): ");
  if (password !== "" && (await ask("The same again: ")) !== password) throw new Error("The two passwords differ.");
  return password;
}

/** Asks on standard error, without showing what is typed. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
