import { PAT_LONGEST_VALIDITY_DAYS } from "../../contracts/tokens.ts";
import { HOUR_MS, isoFromMs, systemClock } from "../../kernel/clock.ts";
import { type AccountsLocation, getAccount, print, withAccounts } from "./open-accounts.ts";

type Common = AccountsLocation & { readonly json: boolean };
export type TokenCreateOptions = Common & { readonly name?: string; readonly days: number };

const DAY_MS = 24 * HOUR_MS;

/** Makes a personal access token; its text is the only line of the output. */
export function tokenCreateCommand(named: string, options: TokenCreateOptions): Promise<number> {
  return withAccounts(options, (accounts) => {
    const account = getAccount(accounts, named);
    if (account.deactivatedMs !== null) throw new Error(`${named} was deactivated, for good.`);
    const expiresMs = systemClock.now() + options.days * DAY_MS;
    const outcome = accounts.tokens.issue({ userId: account.id, name: options.name ?? null, expiresMs }, null);
    if (outcome.kind === "bad_expiry") throw new Error(`--days: at most ${PAT_LONGEST_VALIDITY_DAYS}.`);
    const { id, prefix, name } = outcome.token;
    const json = { id, user_id: account.id, name, prefix, expires_at: isoFromMs(expiresMs), token: outcome.text };
    print(options.json, json, [outcome.text]);
    return 0;
  });
}

/** Tokens of one account, or of all; never their texts. */
export function tokenListCommand(named: string | undefined, options: Common): Promise<number> {
  return withAccounts(options, (accounts) => {
    const owners = named === undefined ? accounts.users.list() : [getAccount(accounts, named)];
    const listed = owners.flatMap(({ id: userId, email }) =>
      accounts.tokens.list(userId).map(({ id, name, prefix, createdMs, expiresMs, lastUsedMs }) => ({
        id,
        user_id: userId,
        email,
        name,
        prefix,
        created_at: isoFromMs(createdMs),
        expires_at: isoFromMs(expiresMs),
        last_used_at: lastUsedMs === null ? null : isoFromMs(lastUsedMs),
      })),
    );
    const lines = listed.map(({ id, email, prefix, name, expires_at: end }) =>
      [id, email, `${prefix}…`, `until ${end}`, ...(name === null ? [] : [name])].join("  "),
    );
    print(options.json, { tokens: listed }, lines);
    return 0;
  });
}

/** Ends a token at once. */
export function tokenRevokeCommand(id: string, options: Common): Promise<number> {
  return withAccounts(options, ({ tokens }) => {
    if (tokens.revoke(id, { actorId: null }).kind === "missing") throw new Error(`There is no token ${id}.`);
    print(options.json, { id, revoked: true }, [`${id}  revoked`]);
    return 0;
  });
}
