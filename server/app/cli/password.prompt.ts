import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { MIN_PASSPHRASE_CHARACTERS } from "../../contracts/backups.ts";

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

/** The passphrase of a backup, typed twice on a terminal, or in the environment. */
export async function promptNewPassphrase(): Promise<string> {
  const passphrase = await promptPassphrase();
  if (passphrase.length < MIN_PASSPHRASE_CHARACTERS) {
    throw new Error(`A passphrase has at least ${MIN_PASSPHRASE_CHARACTERS} characters: a file can be tried for ever.`);
  }
  const isTyped = givenPassphrase() === undefined;
  if (isTyped && (await prompt("The same again: ")) !== passphrase) throw new Error("The two passphrases differ.");
  return passphrase;
}

/** The passphrase of an existing backup. */
export async function promptPassphrase(): Promise<string> {
  const passphrase = givenPassphrase() ?? (process.stdin.isTTY ? await prompt("Passphrase of the backup: ") : "");
  if (passphrase === "") {
    throw new Error(
      "The backup is encrypted: type its passphrase, put it in STATION_BACKUP_PASSPHRASE, or give --identity.",
    );
  }
  return passphrase;
}

function givenPassphrase(): string | undefined {
  return process.env["STATION_BACKUP_PASSPHRASE"] || undefined;
}

async function promptTwice(): Promise<string> {
  const password = await prompt("Password (empty: one is generated): ");
  if (password !== "" && (await prompt("The same again: ")) !== password) throw new Error("The two passwords differ.");
  return password;
}

/** Prompts on standard error, without echoing what is typed. */
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
