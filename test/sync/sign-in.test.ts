import { describe, expect, inject, it } from "vitest";
import { removePeer, updatePeer } from "../../server/features/sync/peers.store.ts";
import type { PeerCredential } from "../../server/features/sync/index.ts";
import { DAY_MS } from "../../server/kernel/clock.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { type Exchange, openExchange } from "./engine.fixture.ts";

const image = makeDatabaseImage(inject("emptyDatabase"));
type Tokens = Extract<PeerCredential, { readonly kind: "oidc" }>;

/** Somebody has the code of a sign-in; `complete` is what happens when they type it. */
async function startSignIn(prepare: (exchange: Exchange) => void = () => {}, page = "https://cloud.example/device") {
  const typed = Promise.withResolvers<Tokens>();
  const exchange = openExchange(image, "sign in", "lenient", {
    startDeviceGrant: async () => ({
      userCode: "ABCD-EFGH",
      verificationUri: page,
      verificationUriComplete: null,
      expiresMs: exchange.world.time.nowMs + 600_000,
      completed: typed.promise,
    }),
  });
  const { world } = exchange;
  const [user] = world.cloud.core.users;
  world.cloud.tokens.set("signed.in", user!.id);
  prepare(exchange);
  const { id } = exchange.peer();
  const started = await exchange.engine().signIn(exchange.peer());
  return {
    started,
    exchange,
    id,
    db: world.stations[0]!.faults.db,
    credentials: world.stations[0]!.credentials,
    async complete() {
      const expiresMs = world.time.nowMs + DAY_MS;
      typed.resolve({ kind: "oidc", refreshToken: "refresh", accessToken: "signed.in", expiresMs });
      await typed.promise;
    },
  };
}

describe("a sign-in by code", () => {
  it.each(["javascript:alert(1)", "file:///etc/passwd", "device"])("is refused with %s as its page", async (page) => {
    const { started, id, credentials, complete } = await startSignIn(() => {}, page);
    expect(started).toEqual({ failure: "The peer names a page for signing in that is no web page." });
    const before = credentials.find(id);
    await complete();
    expect(credentials.find(id)).toEqual(before);
  });

  it("starts a pass, and ends the warning of the token before it", async () => {
    const { exchange, id, db, credentials, complete } = await startSignIn();
    updatePeer(db, id, { tokenExpiresMs: exchange.world.time.nowMs + 3 * DAY_MS });
    await complete();
    expect(exchange.engine().isRunning(id)).toBe(true);
    await exchange.engine().runToEnd(id, new AbortController().signal);
    expect(credentials.find(id)).toMatchObject({ kind: "oidc" });
    expect(exchange.peer()).toMatchObject({ state: "ready", tokenExpiresMs: null, error: null });
  });

  it("of a peer that is paused leaves it paused", async () => {
    const { exchange, id, db, credentials, complete } = await startSignIn();
    updatePeer(db, id, { isPaused: true, state: "paused" });
    const before = exchange.world.cloud.requests.length;
    await complete();
    expect(exchange.engine().isRunning(id)).toBe(false);
    expect(exchange.peer()).toMatchObject({ state: "paused", isPaused: true });
    expect(credentials.find(id)).toMatchObject({ kind: "oidc" });
    expect(exchange.world.cloud.requests).toHaveLength(before);
  });

  it("of a peer that was removed meanwhile leaves no credential behind", async () => {
    const { exchange, id, db, credentials, complete } = await startSignIn();
    credentials.remove(id);
    removePeer(db, id);
    await complete();
    expect(credentials.find(id)).toBeUndefined();
    expect(exchange.engine().isRunning(id)).toBe(false);
  });
});
