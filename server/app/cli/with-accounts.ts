import { systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { silentLog } from "../../kernel/log.ts";
import { openStore } from "../../storage/database.ts";
import type { Accounts } from "../compose/accounts.ts";
import { loadSealingKey } from "../station/sealing-key.ts";
import { composeIdentity, type Identity } from "../compose/identity.ts";

/** Where the accounts are stored: a directory that no server is using. */
export type AccountsLocation = { readonly data: string; readonly spatialite?: string };

/** Opens the accounts and the provider of a data directory for one command. */
export async function runWithIdentity<T>(
  { data, spatialite }: AccountsLocation,
  use: (identity: Identity) => T | Promise<T>,
): Promise<T> {
  const store = openStore({ dataDir: data, spatialite });
  try {
    const sealingKey = await loadSealingKey(data);
    const identity = composeIdentity({
      db: store.writer,
      clock: systemClock,
      ids: systemIds,
      log: silentLog,
      dataDir: data,
      sealingKey,
      // There is no server: no address is published, and there are no requests or connections.
      baseUrl: () => "http://127.0.0.1",
      endLiveSessions: () => undefined,
      listFlightIssues: () => [],
      isAllowedHost: () => false,
      options: { localOperator: false, registration: { isReachable: true }, testClient: false, authAdmins: [] },
    });
    try {
      return await use(identity);
    } finally {
      await identity.close();
    }
  } finally {
    store.close();
  }
}

export function runWithAccounts<T>(
  location: AccountsLocation,
  use: (accounts: Accounts) => T | Promise<T>,
): Promise<T> {
  return runWithIdentity(location, ({ accounts }) => use(accounts));
}

/** Finds an account by e-mail address or id; throws a message for the operator when there is none. */
export function getAccount({ users }: Accounts, named: string): NonNullable<ReturnType<Accounts["users"]["find"]>> {
  const account = users.findByEmail(named) ?? users.find(named);
  if (account === undefined) throw new Error(`There is no account ${named}.`);
  return account;
}
