import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createIdentityProvider } from "../../../server/identity/identity-provider.ts";
import type { IdentityProvider } from "../../../server/identity/identity-provider.ts";
import type { Accounts, IdentityDeps, IdentityEvent } from "../../../server/identity/identity.deps.ts";
import { systemIds } from "../../../server/kernel/ids.ts";
import type { Log } from "../../../server/kernel/log.ts";
import { createSealing } from "../../../server/kernel/sealing.ts";
import type { TempStore } from "../../../server/storage/temp-store.fixture.ts";
import { openTempStore } from "../../../server/storage/temp-store.fixture.ts";

export const SEALING = createSealing(Buffer.alloc(32, 7));

export const ALICE = {
  id: "7e57ab1e-0000-4000-8000-00000000a11c",
  email: "alice@example.org",
  password: "correct horse battery",
  name: "Alice <Pilot>",
};
export const BOB = {
  id: "7e57ab1e-0000-4000-8000-000000000b0b",
  email: "bob@example.org",
  password: "another staple",
  name: undefined,
};
type Person = typeof ALICE | typeof BOB;

/** Nobody here has one: test/identity/station/second-factor.test.ts is about them. */
export const NO_SECOND_FACTOR: IdentityDeps["secondFactor"] = {
  stepOf: () => "none",
  hasApp: () => false,
  startPasskey: async () => undefined,
  verifyCode: async () => ({ kind: "refused" }),
  verifyPasskey: async () => ({ kind: "refused" }),
  setUp: () => ({ secret: "", uri: "" }),
  confirm: async () => ({ kind: "refused" }),
};

export type ProviderStation = AsyncDisposable & {
  readonly url: string;
  readonly issuer: string;
  readonly store: TempStore["store"];
  readonly identity: IdentityProvider;
  readonly events: readonly IdentityEvent[];
  /** People who may sign in; a test may remove one. */
  readonly people: Set<Person>;
  /** Moves the clock of keys and records, milliseconds. */
  readonly moveClock: (byMs: number) => void;
  /** From the next sign-in on: too many attempts. */
  readonly limitFor: (seconds: number | undefined) => void;
  /** Stops and starts again on the same port and the same files. */
  readonly restart: () => Promise<void>;
};

/**
 * The provider on a real `node:http` server over a real store. Accounts are the two people above. Fails at its end when
 * the provider logged a warning or an error.
 */
export async function startProviderStation(
  options: Pick<IdentityDeps, "testClient" | "isAllowedHost" | "limits"> = { testClient: true },
): Promise<ProviderStation> {
  const temp = openTempStore();
  const people = new Set<Person>([ALICE, BOB]);
  const events: IdentityEvent[] = [];
  const complaints: string[] = [];
  let limitS: number | undefined;
  let movedMs = 0;
  let port = 0;
  const issuer = () => `http://127.0.0.1:${port}/realms/dcp`;

  const accounts: Accounts = {
    async verifyPassword(email, password) {
      if (limitS !== undefined) return { kind: "limited", retryAfterS: limitS };
      const person = [...people].find((known) => known.email === email && known.password === password);
      return person === undefined ? { kind: "refused" } : { kind: "ok", userId: person.id };
    },
    mustChoosePassword: () => false,
    choosePassword: async () => ({ kind: "refused" }),
    async claimsOf(userId) {
      const person = [...people].find(({ id }) => id === userId);
      return person && { email: person.email, email_verified: true, name: person.name };
    },
  };
  const complain = (fields: object, message: string) => {
    const { err } = fields as { readonly err?: unknown };
    complaints.push(`${message}: ${err instanceof Error ? err.stack : JSON.stringify(fields)}`);
  };
  const log: Log = { debug() {}, info() {}, warn: complain, error: complain };

  const start = async () => {
    const identity = createIdentityProvider({
      issuer,
      db: temp.store.writer,
      clock: { now: () => Date.now() + movedMs },
      ids: systemIds,
      log,
      sealing: SEALING,
      accounts,
      secondFactor: NO_SECOND_FACTOR,
      audit: (event) => void events.push(event),
      ...options,
    });
    const server = createServer((request, response) => {
      // A connection kept from before a restart would fail the next request of a test.
      response.shouldKeepAlive = false;
      identity.handle(request, response);
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
    return {
      identity,
      async stop() {
        identity.close();
        server.closeAllConnections();
        server.close();
        await once(server, "close");
      },
    };
  };
  let running = await start();

  return {
    url: `http://127.0.0.1:${port}`,
    issuer: issuer(),
    get store() {
      return temp.store;
    },
    get identity() {
      return running.identity;
    },
    events,
    people,
    moveClock: (byMs) => void (movedMs += byMs),
    limitFor: (seconds) => void (limitS = seconds),
    async restart() {
      await running.stop();
      temp.reopen();
      running = await start();
    },
    async [Symbol.asyncDispose]() {
      await running.stop();
      temp[Symbol.dispose]();
      if (complaints.length > 0) throw new Error(complaints.join("\n"));
    },
  };
}
