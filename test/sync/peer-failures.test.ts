import { describe, expect, inject, it } from "vitest";
import type { WireRequest } from "../../server/sync/index.ts";
import { dueExchange } from "../../server/sync/due.rules.ts";
import { jsonAnswer } from "./cloud.model.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { type Exchange, openExchange } from "./engine.fixture.ts";
import { BASE_URL, STATION_TOKEN } from "./world.ts";

/** What a peer does not give, and what becomes of the rest. */

const image = makeDatabaseImage(inject("emptyDatabase"));

const pathOf = ({ url }: WireRequest) => new URL(url).pathname;

/** The peer answers with an error, where a request is one of these. */
function fail(exchange: Exchange, status: number, isAffected: (request: WireRequest) => boolean): void {
  const { core } = exchange.world.cloud;
  exchange.way = async (request, send) =>
    isAffected(request) ? jsonAnswer(core, status, { error: "failed", messages: ["It failed."] }) : send();
}

describe("a peer that fails with the first request of a pass", () => {
  it("is tried again by itself, and is not taken for another program", async () => {
    const exchange = openExchange(image);
    fail(exchange, 502, (request) => pathOf(request) === "/v1/users/me");
    await exchange.pass();
    const peer = exchange.peer();
    expect(peer).toMatchObject({ state: "offline", error: { code: "peer_failed", msg: "It failed." } });
    const now = { ms: peer.nextMs!, isLookedAt: false, accountMs: null, anythingMs: null };
    expect(dueExchange(peer, now)).toBe("everything");
    exchange.way = (_, send) => send();
    await exchange.pass();
    expect(exchange.peer()).toMatchObject({ state: "ready", error: null });
  });

  it("cannot be reached while its address is tried", async () => {
    const exchange = openExchange(image);
    fail(exchange, 500, () => true);
    const peer = { baseUrl: BASE_URL, authUrl: null, clientId: null };
    const probed = await exchange.engine().probe(peer, { kind: "token", token: STATION_TOKEN });
    expect(probed).toEqual({ kind: "unreachable", msg: "It failed." });
  });
});
