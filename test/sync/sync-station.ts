import Database from "better-sqlite3";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { SyncPeer, SyncStep } from "../../server/contracts/sync.ts";
import type { User } from "../../server/contracts/users.ts";
import type { StationOptions } from "../../server/app/index.ts";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { type Answer, PASSWORD, startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";

/** Nothing listens there. */
export const CLOSED_ADDRESS = "http://127.0.0.1:9";

/** Long enough that no warning about its expiry appears. */
const PAT_MS = 30 * 86_400_000;

export const PEERS = "/station/v1/sync/peers";

/** The body of a refusal. */
export type Failure = { readonly error: string; readonly messages: readonly string[] };

export type Person = {
  readonly user: User;
  readonly token: string;
  /** A personal access token. */
  readonly pat: string;
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>;
};

/** A real station with people who are signed in; the first administers it. */
export type SyncStation = AsyncDisposable & {
  readonly station: StationInProcess;
  readonly root: Person;
  readonly ann: Person;
  readonly bob: Person;
  /** Reads the database beside the running station. */
  readonly read: <T>(sql: string, ...values: readonly unknown[]) => readonly T[];
  readonly write: (sql: string, ...values: readonly unknown[]) => void;
  /** Names of the files with credentials. */
  readonly secrets: () => readonly string[];
};

export async function startSyncStation(options: Partial<StationOptions> = {}): Promise<SyncStation> {
  const station = await startStationInProcess({ accessTokenLifeS: 86_400, ...options });
  const [root, ann, bob] = [
    await joinStation(station, "root@field.test"),
    await joinStation(station, "ann@field.test"),
    await joinStation(station, "bob@field.test"),
  ];
  const withDatabase = <T>(use: (db: Database.Database) => T): T => {
    const db = new Database(join(station.dataDir, DATABASE_FILE), { timeout: 5000 });
    try {
      return use(db);
    } finally {
      db.close();
    }
  };
  const folder = join(station.dataDir, "secrets");
  return {
    station,
    root,
    ann,
    bob,
    read: (sql, ...values) => withDatabase((db) => db.prepare(sql).all(...values) as never),
    write: (sql, ...values) => void withDatabase((db) => db.prepare(sql).run(...values)),
    secrets: () => (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name !== "sealing-key"),
    [Symbol.asyncDispose]: () => station[Symbol.asyncDispose](),
  };
}

async function joinStation(station: StationInProcess, email: string): Promise<Person> {
  const user = await station.register(email);
  const token = (await station.signIn(email)).access_token;
  const expires_at = new Date(Date.now() + PAT_MS).toISOString();
  const made = await station.call("POST", "/v2/pats/tokens", { token, body: { password: PASSWORD, expires_at } });
  return {
    user,
    token,
    pat: (made.body as { readonly token: string }).token,
    call: (method, path, body) => station.call(method, path, { token, ...(body === undefined ? {} : { body }) }),
  };
}

/** The body of a response that must be a success; throws otherwise. */
export async function done<T>(answer: Promise<Answer>): Promise<T> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body as T;
}

export function addPeer(person: Person, body: object): Promise<SyncPeer> {
  return done(person.call("POST", PEERS, body));
}

export function itemsOf(person: Person, peer: SyncPeer, query = ""): Promise<readonly SyncStep[]> {
  return done(person.call("GET", `${PEERS}/${peer.id}/steps${query}`));
}
