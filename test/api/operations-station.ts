import { rmSync } from "node:fs";
import type { Operation } from "../../server/contracts/operations.ts";
import { openStore } from "../../server/storage/database.ts";
import { type Answer, PASSWORD, startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";
import { NOON_MS, scoutBodies } from "./sample-day.fixture.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";

/** The administrator and three others; of the flights of the sample day, one is Ada's own. */
export const ROOT = "root@example.org";
export const ADA = "ada@example.org";
export const BOB = "bob@example.org";
export const EVE = "eve@example.org";
const PEOPLE = [ROOT, ADA, BOB, EVE];

export const ALL_DAY = "from=2025-05-01T00:00:00Z&to=2025-05-01T12:00:00Z";

export type Credential = "oidc" | "pat";
/** A person alone has an access token of OpenID Connect. */
export type Caller = { readonly person: string; readonly credential: Credential };

export type OperationsStation = AsyncDisposable & {
  readonly whole: StationInProcess;
  readonly dataDir: string;
  /** As they were recorded: the flights of the sample day, earliest first. */
  readonly operations: readonly Operation[];
  readonly idOf: (person: string) => string;
  readonly as: (caller: string | Caller, method: string, path: string, body?: unknown) => Promise<Answer>;
  readonly tokenOf: (person: string) => string;
  /** Ids of the operations in a list. */
  readonly listed: (person: string, query?: string) => Promise<readonly string[]>;
};

/**
 * A station that has received the flights of `sample-day.fixture.ts`, with people who are signed in. The day lies in the
 * past, the clock of the sign-in is the computer's: so it runs twice on one data directory.
 */
export async function startOperationsStation(): Promise<OperationsStation> {
  const dataDir = makeDataDir("people");
  const ids = new Map<string, string>();
  let operations: readonly Operation[];
  {
    await using past = await startStationInProcess({ dataDir, clock: { now: () => NOON_MS }, localOperator: true });
    for (const body of scoutBodies()) {
      const headers = { "Content-Type": "application/x-ndjson" };
      const pushed = await fetch(`${past.url}/station/v1/ingest/scout`, { method: "POST", headers, body });
      if (pushed.status !== 200) throw new Error(`a push was answered with ${pushed.status}`);
    }
    operations = (await past.call("GET", `/v2/airspace/operations?${ALL_DAY}`)).body as readonly Operation[];
    for (const person of PEOPLE) ids.set(person, (await past.register(person)).id);
  }
  // As a flight of one's own has an owner: the date line's is Ada's.
  const store = openStore({ dataDir });
  const own = store.writer.prepare("UPDATE suboperation SET owner = ? WHERE uuid = ?");
  for (const { id } of operations[2]!.suboperations) own.run(ids.get(ADA), id);
  store.close();
  const whole = await startStationInProcess({ dataDir });
  const oidc = new Map<string, string>();
  const pats = new Map<string, string>();
  for (const person of PEOPLE) {
    const { access_token: token } = await whole.signIn(person);
    oidc.set(person, token);
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const made = await whole.call("POST", "/v2/pats/tokens", { token, body: { password: PASSWORD, expires_at } });
    pats.set(person, (made.body as { readonly token: string }).token);
  }
  const as: OperationsStation["as"] = (caller, method, path, body) => {
    const { person, credential } = typeof caller === "string" ? { person: caller, credential: "oidc" } : caller;
    return whole.call(method, path, { token: (credential === "oidc" ? oidc : pats).get(person)!, body });
  };
  return {
    whole,
    dataDir,
    operations,
    as,
    idOf: (person) => ids.get(person)!,
    tokenOf: (person) => oidc.get(person)!,
    async listed(person, query = ALL_DAY) {
      const { status, body } = await as(person, "GET", `/v2/airspace/operations?${query}`);
      if (status !== 200) throw new Error(`the list was answered with ${status}: ${JSON.stringify(body)}`);
      return (body as readonly Operation[]).map(({ id }) => id);
    },
    async [Symbol.asyncDispose]() {
      await whole[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true });
    },
  };
}
