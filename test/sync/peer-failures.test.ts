import { describe, expect, inject, it } from "vitest";
import type { Aircraft } from "../../server/contracts/aircraft.ts";
import type { WireRequest } from "../../server/sync/index.ts";
import { findDueExchange } from "../../server/sync/due.rules.ts";
import { jsonAnswer } from "./cloud.model.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { fly, flightBody, isFlightAtPeer, plansAtPeer, pointsAtPeer } from "./engine.flights.ts";
import { type Exchange, openExchange } from "./engine.fixture.ts";
import { BASE_URL, requestBodyInBrowser, callStation, STATION_TOKEN } from "./world.ts";

/** What a peer does not give, and what becomes of the rest. */

const image = makeDatabaseImage(inject("emptyDatabase"));
const KITE = { name: "Kite", weight: 900, uas_class: "AircraftUASClass.C1", endurance: 30 };

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
    const now = { ms: peer.nextMs!, hasConsoleOpen: false, accountMs: null, sightingsMs: null };
    expect(findDueExchange(peer, now)).toBe("everything");
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

describe("something on the way that answers in place of the peer", () => {
  const LOGIN = "https://portal.example/login";
  /** A sign-in page that it sends us on to, and proxies that refuse. */
  const statuses = [302, 403, 404, 407];

  function answerInstead(exchange: Exchange, status: number): void {
    exchange.way = async () => {
      const answer = jsonAnswer(exchange.world.cloud.core, status, "Sign in to the network.");
      return status === 302 ? { ...answer, headers: { ...answer.headers, location: LOGIN } } : answer;
    };
  }

  it.each(statuses)("with %i is waited out where the peer has answered before", async (status) => {
    const exchange = openExchange(image);
    await exchange.pass();
    answerInstead(exchange, status);
    await exchange.pass();
    const peer = exchange.peer();
    expect(peer).toMatchObject({ state: "offline", attempt: 1 });
    const now = { ms: peer.nextMs!, hasConsoleOpen: false, accountMs: null, sightingsMs: null };
    expect(findDueExchange(peer, now)).toBe("everything");
    exchange.way = (_, send) => send();
    await exchange.pass();
    expect(exchange.peer()).toMatchObject({ state: "ready", error: null });
  });

  it.each(statuses)("with %i is taken for the peer where that was never reached", async (status) => {
    const exchange = openExchange(image);
    answerInstead(exchange, status);
    await exchange.pass();
    expect(exchange.peer()).toMatchObject({ state: "incompatible" });
  });
});

it("a request that reads is sent on to on the same host once", async () => {
  const exchange = openExchange(image);
  const id = await fly(exchange, 20);
  exchange.way = async (request, send) => {
    const url = new URL(request.url);
    if (request.method !== "GET" || url.pathname.endsWith("/")) return send();
    const answer = jsonAnswer(exchange.world.cloud.core, 308, null);
    return { ...answer, headers: { ...answer.headers, location: `${url.pathname}/${url.search}` } };
  };
  await exchange.pass();
  expect(exchange.peer()).toMatchObject({ state: "ready", error: null });
  expect(pointsAtPeer(exchange, id)).toHaveLength(20);
});

describe("what the peer does not give", () => {
  it.each([500, 403])("with %i does not stop waiting items from being sent, and is reported", async (status) => {
    const exchange = openExchange(image);
    const id = await fly(exchange, 20);
    fail(exchange, status, (request) => request.method === "GET" && pathOf(request) === "/v1/aircraft");
    await exchange.pass();
    expect(isFlightAtPeer(exchange, id)).toBe(true);
    expect(pointsAtPeer(exchange, id)).toHaveLength(20);
    const code = status === 500 ? "peer_failed" : "failed";
    expect(exchange.peer()).toMatchObject({ state: "ready", attempt: 1, error: { code, msg: "It failed." } });
    exchange.way = (_, send) => send();
    await exchange.pass();
    expect(exchange.peer()).toMatchObject({ state: "ready", attempt: 0, error: null });
  });

  it("stops no other flight that is to be fetched", async () => {
    const exchange = openExchange(image);
    const plans = [1, 2, 3].map((day) => plansAtPeer(exchange, flightBody(exchange, day * 24)));
    fail(exchange, 500, (request) => pathOf(request) === `/v1/flights/${plans[0]!.id}`);
    await exchange.pass();
    const here = () => plans.map(({ id }) => exchange.world.stations[0]!.flights.find(id) !== undefined);
    expect(here()).toEqual([false, true, true]);
    exchange.way = (_, send) => send();
    await exchange.pass();
    expect(here()).toEqual([true, true, true]);
  });

  it("keeps back a flight whose aircraft it is", async () => {
    const exchange = openExchange(image);
    const aircraft = requestBodyInBrowser<Aircraft>(exchange.world, "POST", "/v1/aircraft", KITE);
    const plan = plansAtPeer(exchange, { ...flightBody(exchange, 24), aircraft: aircraft.id });
    fail(exchange, 500, (request) => pathOf(request) === "/v1/aircraft");
    await exchange.pass();
    const here = () => exchange.world.stations[0]!.flights.find(plan.id)?.detail;
    expect(here()).toBeUndefined();
    exchange.way = (_, send) => send();
    await exchange.pass();
    expect(here()).toMatchObject({ aircraft: { name: "Kite" } });
  });
});

describe("an account that may not sign in any more", () => {
  async function editKite(): Promise<Exchange> {
    const exchange = openExchange(image);
    const { id } = await callStation<Aircraft>(exchange.world, 0, "createAircraft", { body: KITE });
    await exchange.pass();
    await callStation(exchange.world, 0, "editAircraft", { params: { id }, body: { name: "Lark" } });
    return exchange;
  }
  const namesThere = ({ world }: Exchange) => [...world.cloud.core.state.aircraft.values()].map(({ name }) => name);

  it("has nothing exchanged, and everything kept for when it may again", async () => {
    const exchange = await editKite();
    const { people } = exchange.world.stations[0]!;
    people.isActive = false;
    const before = exchange.world.cloud.requests.length;
    await exchange.pass();
    expect(exchange.world.cloud.requests).toHaveLength(before);
    expect(exchange.items()).toMatchObject([{ kind: "aircraft", state: "waiting" }]);
    expect(exchange.peer()).toMatchObject({ state: "ready", error: { code: "account_inactive" } });
    people.isActive = true;
    await exchange.pass();
    expect([namesThere(exchange), exchange.items(), exchange.peer().error]).toEqual([["Lark"], [], null]);
  });

  it("loses no edit when that happens in the middle of a pass", async () => {
    const exchange = await editKite();
    const { world } = exchange;
    const serial_number = "1596F351901963100001";
    await callStation(world, 0, "registerDevice", { body: { serial_number, name: "Beacon" } });
    const { people } = world.stations[0]!;
    exchange.way = (_, send) => {
      people.isActive = false;
      return send();
    };
    await exchange.pass();
    expect(exchange.items()).toMatchObject([
      { kind: "aircraft", state: "retry", code: "refused_here" },
      { kind: "device", state: "retry", code: "refused_here" },
    ]);
    people.isActive = true;
    exchange.way = (_, send) => send();
    await exchange.pass();
    expect([namesThere(exchange), exchange.items()]).toEqual([["Lark"], []]);
    expect(world.cloud.core.state.devices.size).toBe(1);
  });
});
