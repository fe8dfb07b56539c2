import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** The password given, otherwise one typed on a terminal; undefined if the station should generate one. */
export async function promptNewPassword(given: string | undefined): Promise<string | undefined> {
  if (given !== undefined && given !== "") return given;
  const typed = process.stdin.isTTY ? await promptTwice() : "";
  return typed === "" ? undefined : typed;
}

/** The password of an existing account: the one given, otherwise one typed on a terminal. */
export async function promptKnownPassword(given: string | undefined): Promise<string> {
  if (given !== undefined && given !== "") return given;
  const typed = process.stdin.isTTY ? await prompt("Password: ") : "";
  if (typed === "") throw new Error("Give the password of the account with --password, or in STATION_PASSWORD.");
  return typed;
}

async function promptTwice(): Promise<string> {
  const password = await prompt("Password (nothing makes one up): ");
  if (password !== "" && (await prompt("The same again: ")) !== password) throw new Error("The two passwords differ.");
  return password;
}

/** Asks on standard error, without echoing what is typed. */
async function prompt(question: string): Promise<string> {
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
