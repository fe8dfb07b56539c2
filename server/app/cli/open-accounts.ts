import { removeAllOf } from "../../identity/sessions.store.ts";
import { systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { openStore } from "../../storage/database.ts";
import { type Accounts, createAccounts } from "../accounts.ts";

/** Where the accounts are: a directory that no server is using. */
export type AccountsLocation = { readonly data: string; readonly spatialite?: string };

/** Opens the accounts of a data directory for one command. */
export async function withAccounts<T>(
  { data, spatialite }: AccountsLocation,
  use: (accounts: Accounts) => T | Promise<T>,
): Promise<T> {
  const store = openStore({ dataDir: data, spatialite });
  try {
    const accounts = createAccounts({
      db: store.writer,
      clock: systemClock,
      ids: systemIds,
      registration: "closed",
      endSessions: (userId) => void removeAllOf(store.writer, userId),
    });
    return await use(accounts);
  } finally {
    store.close();
  }
}

/** The account that an e-mail address or an id names; throws a sentence for the operator when there is none. */
export function getAccount({ users }: Accounts, named: string): NonNullable<ReturnType<Accounts["users"]["find"]>> {
  const account = users.findByEmail(named) ?? users.find(named);
  if (account === undefined) throw new Error(`There is no account ${named}.`);
  return account;
}

/** One JSON object, or lines for a person. */
export function print(asJson: boolean, json: object, lines: readonly string[]): void {
  process.stdout.write(asJson ? `${JSON.stringify(json)}\n` : lines.map((line) => `${line}\n`).join(""));
}
