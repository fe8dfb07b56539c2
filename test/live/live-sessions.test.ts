import { describe, expect, it } from "vitest";
import { io as io3 } from "socket.io-client-3";
import { LIVE_PATH, type Notice } from "../../server/contracts/live.ts";
import type { Principal } from "../../server/kernel/principal.ts";
import type { LiveGatewayDeps } from "../../server/live/live-gateway.ts";
import { look, next, PRAGUE, startLiveStation, uaIn } from "./live-station.ts";

const NOON_MS = Date.UTC(2026, 10, 20, 12);

const person = (userId: string, expiresAtMs = NOON_MS + 300_000): Principal => ({
  userId,
  isAdministrator: false,
  credential: "oidc",
  expiresAtMs,
});

/** The library's types allow objects only; the API also accepts the bare text. */
const ADA = "ada" as unknown as object;

const PEOPLE: Readonly<Record<string, Principal>> = {
  "Bearer ada": person("ada"),
  "Bearer ada-again": person("ada", NOON_MS + 600_000),
  "Bearer bob": person("bob"),
};

/** A station whose clock and timers stand still until they are moved. */
async function setUp() {
  let nowMs = NOON_MS;
  let timers: { readonly atMs: number; readonly ring: () => void }[] = [];
  const schedule: LiveGatewayDeps["schedule"] = (ring, delayMs) => {
    const timer = { atMs: nowMs + delayMs, ring };
    timers.push(timer);
    return () => void (timers = timers.filter((other) => other !== timer));
  };
  const station = await startLiveStation({
    authenticate: ({ headers }) => PEOPLE[headers.authorization ?? ""],
    clock: { now: () => nowMs },
    schedule,
  });
  return {
    ...station,
    advance(ms: number) {
      nowMs += ms;
      const due = timers.filter(({ atMs }) => atMs <= nowMs);
      timers = timers.filter(({ atMs }) => atMs > nowMs);
      for (const { ring } of due) ring();
    },
  };
}

describe("the handshake", () => {
  it.each([
    ["a text in auth", { auth: "ada" }],
    ["a text that a function gives", { auth: (give: (auth: unknown) => void) => give("ada") }],
    ["{ token } in auth", { auth: { token: "ada" } }],
    ["{ access_token } in auth", { auth: { access_token: "ada" } }],
    ["a text that begins as the header does", { auth: { token: "Bearer ada" } }],
    ["a header", { extraHeaders: { Authorization: "Bearer ada" } }],
  ])("accepts a token as %s, from clients of version 4 and 3", async (_how, options) => {
    await using station = await setUp();
    const given = options as object;
    await next(station.client(given), "connect");
    await next(station.client({ ...given, transports: ["websocket"] }), "connect");
    const old = io3(station.url, { path: LIVE_PATH, forceNew: true, ...given });
    await next(old, "connect");
    expect(old.connected).toBe(true);
    old.close();
  });

  it.each([
    ["nothing", {}],
    ["another text", { auth: "eve" }],
    ["no text", { auth: { token: 42 } }],
    ["an empty text", { auth: { token: "" } }],
    ["a bad text beside a good header", { auth: "eve", extraHeaders: { Authorization: "Bearer ada" } }],
  ])("refuses %s in the shape of the API", async (_what, options) => {
    await using station = await setUp();
    for (const transport of ["polling", "websocket"]) {
      const client = station.client({ ...(options as object), transports: [transport] });
      expect(await next(client, "connect_error")).toMatchObject({
        message: "unauthenticated",
        data: { type: "unauthenticated", loc: ["header", "Authorization"], input: "omitted" },
      });
    }
  });
});

describe("a session", () => {
  it("is warned that its token is about to expire, and is closed when it does", async () => {
    await using station = await setUp();
    const client = station.client({ auth: ADA, reconnection: false });
    await next(client, "connect");
    const warning = next<Notice>(client, "notice");
    station.advance(270_000);
    expect(await warning).toEqual({ type: "token_expiring", msg: expect.stringContaining("30 s") });
    const last = next<Notice>(client, "notice");
    const reason = next(client, "disconnect");
    station.advance(30_000);
    expect(await last).toMatchObject({ type: "token_expired" });
    expect(await reason).toBe("io server disconnect");
  });

  it("continues with another token of the same user and keeps its viewport", async () => {
    await using station = await setUp();
    const client = station.client({ auth: ADA, reconnection: false });
    await next(client, "connect");
    await look(client, PRAGUE);
    const renewed = next<Notice>(client, "notice");
    client.emit("authenticate", "ada-again");
    expect(await renewed).toMatchObject({ type: "token_renewed" });
    station.advance(400_000);
    const record = next(client, "telemetry_ua");
    station.gateway.publishUa(uaIn("op-1", { latitude: 50.1, longitude: 14.4 }));
    expect(await record).toMatchObject({ operation_id: "op-1" });
  });

  it.each([
    ["a token of somebody else", "bob", "other_user"],
    ["a token that cannot be used", "eve", "unauthenticated"],
    ["what is no token", { token: "ada-again" }, "unauthenticated"],
  ])("is neither renewed nor closed by %s", async (_what, payload, type) => {
    await using station = await setUp();
    const client = station.client({ auth: ADA, reconnection: false });
    await next(client, "connect");
    const answer = next<Notice>(client, "notice");
    client.emit("authenticate", payload);
    expect(await answer).toMatchObject({ type });
    const reason = next(client, "disconnect");
    station.advance(300_000);
    expect(await reason).toBe("io server disconnect");
  });

  it("is closed when too many tokens are sent", async () => {
    await using station = await setUp();
    const client = station.client({ auth: ADA, reconnection: false });
    await next(client, "connect");
    const reason = next(client, "disconnect");
    for (let n = 0; n < 110; n++) client.emit("authenticate", "eve");
    expect(await reason).toBe("io server disconnect");
  });

  it("is closed at once when its user is deactivated, and no other connection is", async () => {
    await using station = await setUp();
    const ada = station.client({ auth: ADA, reconnection: false });
    const bob = station.client({ auth: { token: "bob" } });
    await Promise.all([next(ada, "connect"), next(bob, "connect")]);
    const last = next<Notice>(ada, "notice");
    const reason = next(ada, "disconnect");
    station.gateway.endSessions(({ userId }) => userId === "ada");
    expect(await last).toMatchObject({ type: "session_ended" });
    expect(await reason).toBe("io server disconnect");
    await look(bob, PRAGUE);
    expect(bob.connected).toBe(true);
  });
});
