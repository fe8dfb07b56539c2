import { MAX_PAT_VALIDITY_DAYS, tokenRoutes } from "../../contracts/tokens.ts";
import { type User, userRoutes } from "../../contracts/users.ts";
import { DAY_MS, isoFromMs, SECOND_MS, systemClock, isoOrNull } from "../../kernel/clock.ts";
import type { StationLocation } from "./administration.ts";
import { print } from "./print.ts";
import { getAccount, runWithAccounts } from "./with-accounts.ts";
import { promptKnownPassword } from "./password.prompt.ts";
import type { RemoteStation } from "./remote-station.ts";
import { callRemoteRoute } from "./route-call.ts";

export type TokenCreateOptions = StationLocation & {
  readonly name?: string;
  readonly days: number;
  readonly password?: string;
};

/** Creates a personal access token; its text is the only line of the output. */
export async function tokenCreateCommand(named: string | undefined, options: TokenCreateOptions): Promise<number> {
  const station = remoteOf(options);
  const made =
    station === undefined ? await createLocally(named, options) : await createRemotely(station, named, options);
  print(options.json, made, [made.token]);
  return 0;
}

/** Lists the tokens of one account, or of all; never their texts. On a running station, lists those of the caller. */
export async function tokenListCommand(named: string | undefined, options: StationLocation): Promise<number> {
  const station = remoteOf(options);
  const tokens = station === undefined ? await listLocally(named, options) : await listRemotely(station, named);
  const lines = tokens.map(({ id, email, prefix, name, expires_at: end }) =>
    [id, email, `${prefix}…`, `until ${end}`, ...(name === null ? [] : [name])].join("  "),
  );
  print(options.json, { tokens }, lines);
  return 0;
}

/** Revokes a token immediately. */
export async function tokenRevokeCommand(id: string, options: StationLocation): Promise<number> {
  const station = remoteOf(options);
  if (station !== undefined) {
    await callRemoteRoute(station, tokenRoutes.revokePersonalAccessToken, { params: { token_id: id } });
  } else {
    await runWithAccounts(options, ({ tokens }) => {
      if (tokens.revoke(id, { actorId: null }).kind === "missing") throw new Error(`There is no token ${id}.`);
    });
  }
  print(options.json, { id, revoked: true }, [`${id}  revoked`]);
  return 0;
}

function createLocally(named: string | undefined, options: TokenCreateOptions) {
  if (named === undefined) throw new Error("Name the account, by its e-mail address or id.");
  return runWithAccounts(options, (accounts) => {
    const account = getAccount(accounts, named);
    if (account.deactivatedMs !== null) throw new Error(`${named} was permanently deactivated.`);
    const expiresMs = systemClock.now() + options.days * DAY_MS;
    const outcome = accounts.tokens.issue({ userId: account.id, name: options.name ?? null, expiresMs }, null);
    if (outcome.kind === "bad_expiry") throw new Error(`--days: at most ${MAX_PAT_VALIDITY_DAYS}.`);
    const { id, prefix, name } = outcome.token;
    return { id, user_id: account.id, name, prefix, expires_at: isoFromMs(expiresMs), token: outcome.text };
  });
}

async function createRemotely(station: RemoteStation, named: string | undefined, options: TokenCreateOptions) {
  const { id: userId } = await getCaller(station, named);
  // Slightly less than the maximum, because the station measures from when it reads the request.
  const longestMs = systemClock.now() + options.days * DAY_MS - 10 * SECOND_MS;
  const made = await callRemoteRoute(station, tokenRoutes.createPersonalAccessToken, {
    body: {
      password: await promptKnownPassword(options.password),
      name: options.name ?? null,
      expires_at: isoFromMs(Math.floor(longestMs)),
    },
  });
  const { id, name, expires_at, token } = made;
  return { id, user_id: userId, name, prefix: token.slice(0, 8), expires_at, token };
}

function listLocally(named: string | undefined, options: StationLocation) {
  return runWithAccounts(options, (accounts) => {
    const owners = named === undefined ? accounts.users.list() : [getAccount(accounts, named)];
    return owners.flatMap(({ id: userId, email }) =>
      accounts.tokens.list(userId).map(({ id, name, prefix, createdMs, expiresMs, lastUsedMs }) => ({
        id,
        user_id: userId,
        email,
        name,
        prefix,
        created_at: isoFromMs(createdMs),
        expires_at: isoFromMs(expiresMs),
        last_used_at: isoOrNull(lastUsedMs),
      })),
    );
  });
}

async function listRemotely(station: RemoteStation, named: string | undefined) {
  const { id: userId, email } = await getCaller(station, named);
  const tokens = await callRemoteRoute(station, tokenRoutes.listPersonalAccessTokens);
  return tokens.map(({ id, ...token }) => ({ id, user_id: userId, email, ...token }));
}

/** The account of the caller. Over the network, tokens can only be created and listed for one's own account. */
async function getCaller(station: RemoteStation, named: string | undefined): Promise<User> {
  const caller = await callRemoteRoute(station, userRoutes.getCurrentUser);
  const isCaller = named === undefined || named === caller.id || named.toLowerCase() === caller.email.toLowerCase();
  if (isCaller) return caller;
  throw new Error(`At a running station tokens are one's own: --token is of ${caller.email}, not of ${named}.`);
}

function remoteOf({ url, token }: StationLocation): RemoteStation | undefined {
  return url === undefined ? undefined : { url, token };
}
