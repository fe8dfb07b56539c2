import { describe, expect, inject, it } from "vitest";
import type { Aircraft } from "../../server/contracts/aircraft.ts";
import { findFlightCopy, saveFlightCopy } from "../../server/features/sync/flight-copies.store.ts";
import { isoFromMs, MINUTE_MS, SECOND_MS } from "../../server/kernel/clock.ts";
import { TransportError, type WireAnswer, type WireRequest } from "../../server/sync/index.ts";
import { jsonAnswer } from "./cloud.model.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { flightBody, passUntilOver, plansAtPeer, pointsAtPeer, record } from "./engine.flights.ts";
import { type Exchange, openExchange } from "./engine.fixture.ts";
import { requestBodyInBrowser, callStation } from "./world.ts";

/** Telemetry that somebody waits for, over a link that breaks. */

const image = makeDatabaseImage(inject("emptyDatabase"));
const KITE = { name: "Kite", weight: 900, uas_class: "AircraftUASClass.C1", endurance: 30 };

/** A flight that was flown there, with a point a second from one until another. */
async function flyThere(exchange: Exchange, count: number): Promise<string> {
  const body = flightBody(exchange, -3);
  const finishedMs = Date.parse(body.date_started) + 50 * MINUTE_MS;
  const { id } = plansAtPeer(exchange, { ...body, status: "finished", date_finished: isoFromMs(finishedMs) });
  sendThere(exchange, id, Date.parse(body.date_started), count);
  await exchange.pass();
  return id;
}

function sendThere({ world }: Exchange, id: string, beginMs: number, count: number): void {
  const points = Array.from({ length: count }, (_, index) => ({
    time: isoFromMs(beginMs + index * SECOND_MS),
    location: { lat: 50, lon: 14 + index / 1e5 },
    velocity: { x: 1, y: 0, z: 0 },
  }));
  requestBodyInBrowser(world, "POST", `/v1/flights/${id}/telemetry`, points);
}

function want(exchange: Exchange, flight: string): void {
  const { db } = exchange.world.stations[0]!.faults;
  saveFlightCopy(db, { peer: exchange.peer().id, flight, wantedMs: exchange.world.time.nowMs });
}

const copyOf = (exchange: Exchange, flight: string) =>
  findFlightCopy(exchange.world.stations[0]!.faults.db, exchange.peer().id, flight);
const pointsHere = ({ world }: Exchange, id: string) => world.stations[0]!.flights.countPoints(id);
const isReading = ({ method, url }: WireRequest) => method === "GET" && /\/telemetry(\?|$)/.test(url);

/** The link breaks in every pass once so many pages of telemetry came. */
async function passWithBreak(exchange: Exchange, pages: number): Promise<void> {
  let read = 0;
  exchange.way = async (request, send) => {
    if (isReading(request) && !request.url.includes("limit=1&") && ++read > pages) {
      throw new TransportError("reset", { mayHaveArrived: true, isTimeout: false });
    }
    return send();
  };
  await exchange.pass();
  exchange.way = (_, send) => send();
}

describe("a track that is fetched over a link that breaks", () => {
  it("goes on after what came, and ends", async () => {
    const exchange = openExchange(image);
    const id = await flyThere(exchange, 2500);
    want(exchange, id);
    const counts: number[] = [];
    for (let passes = 0; passes < 3; passes++) {
      await passWithBreak(exchange, 1);
      counts.push(pointsHere(exchange, id));
    }
    expect(counts).toEqual([1000, 1999, 2500]);
    expect(exchange.peer()).toMatchObject({ state: "offline" });
    await exchange.pass();
    expect(copyOf(exchange, id)).toMatchObject({ wantedMs: null, fetched: 2500 });
    expect(exchange.items()).toEqual([]);
  });

  it("holds up nothing that waits to be sent", async () => {
    const exchange = openExchange(image);
    const { world } = exchange;
    want(exchange, await flyThere(exchange, 1500));
    await callStation<Aircraft>(world, 0, "createAircraft", { body: KITE });
    await passWithBreak(exchange, 0);
    expect(exchange.peer()).toMatchObject({ state: "offline" });
    expect(requestBodyInBrowser(world, "GET", "/v1/aircraft")).toMatchObject([{ name: "Kite" }]);
  });

  it("starts again if the peer got earlier points meanwhile", async () => {
    const exchange = openExchange(image);
    const id = await flyThere(exchange, 1500);
    want(exchange, id);
    await passWithBreak(exchange, 1);
    expect(pointsHere(exchange, id)).toBe(1000);
    const beginMs = Date.parse(exchange.world.stations[0]!.flights.find(id)!.detail.date_started!);
    sendThere(exchange, id, beginMs - 20 * SECOND_MS, 20);
    await exchange.pass();
    expect(pointsHere(exchange, id)).toBe(1520);
    expect(exchange.items()).toEqual([]);
  });
});

describe("telemetry that is recorded here of a flight whose track was fetched", () => {
  async function fetchAnd(during: (exchange: Exchange, id: string) => WireAnswer | undefined): Promise<Exchange> {
    const exchange = openExchange(image);
    const id = await flyThere(exchange, 50);
    want(exchange, id);
    exchange.way = async (request, send) => (isReading(request) ? during(exchange, id) : undefined) ?? send();
    await exchange.pass();
    exchange.way = (_, send) => send();
    return exchange;
  }
  const flightOf = ({ world }: Exchange) => [...world.cloud.core.state.flights.keys()][0]!;
  const recordLater = (exchange: Exchange, id: string) => {
    const { date_started: begun } = exchange.world.stations[0]!.flights.find(id)!.detail;
    record(exchange, id, Date.parse(begun!) + 40 * MINUTE_MS, 5);
  };

  it("is sent, where that happened meanwhile", async () => {
    let isRecorded = false;
    const exchange = await fetchAnd((one, id) => {
      if (!isRecorded) recordLater(one, id);
      isRecorded = true;
      return undefined;
    });
    await passUntilOver(exchange);
    expect(pointsAtPeer(exchange, flightOf(exchange))).toHaveLength(55);
    expect(exchange.items()).toEqual([]);
  });

  it("is sent, and listed because the peer has more, if the peer had refused to return the track", async () => {
    const exchange = await fetchAnd(({ world }) =>
      jsonAnswer(world.cloud.core, 403, { error: "no", messages: ["No."] }),
    );
    const id = flightOf(exchange);
    expect(copyOf(exchange, id)).toMatchObject({ wantedMs: null, detail: "No." });
    recordLater(exchange, id);
    await passUntilOver(exchange);
    expect(pointsAtPeer(exchange, id)).toHaveLength(55);
    expect(exchange.items()).toMatchObject([{ kind: "track", state: "needs_person", code: "duplicated_there" }]);
  });
});
