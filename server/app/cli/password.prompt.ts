import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** As given, else asked for on a terminal; undefined where the station shall make one up. */
export async function promptNewPassword(given: string | undefined): Promise<string | undefined> {
  if (given !== undefined && given !== "") return given;
  const typed = process.stdin.isTTY ? await promptTwice() : "";
  return typed === "" ? undefined : typed;
}

/** The password of an account that is there: as given, else asked for on a terminal. */
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

/** Asks on standard error, without showing what is typed. */
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
