import { describe, expect, inject, it } from "vitest";
import type { Aircraft } from "../../server/contracts/aircraft.ts";
import { HOUR_MS, isoFromMs, MINUTE_MS } from "../../server/kernel/clock.ts";
import { TransportError, type WireRequest } from "../../server/sync/index.ts";
import { jsonAnswer } from "./cloud.model.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { type Exchange, openExchange } from "./engine.fixture.ts";
import { requestBodyInBrowser, callStation } from "./world.ts";

const image = makeDatabaseImage(inject("emptyDatabase"));
const KITE = { name: "Kite", weight: 900, uas_class: "AircraftUASClass.C1", endurance: 30 };

const listHere = ({ world }: Exchange) => callStation<Aircraft[]>(world, 0, "listAircraft", { query: {} });
const listThere = ({ world }: Exchange) => requestBodyInBrowser<Aircraft[]>(world, "GET", "/v1/aircraft");
const isCreation = ({ method, url }: WireRequest) => method === "POST" && url.endsWith("/v1/aircraft");

describe("an aircraft whose answer was lost", () => {
  /** It is there, and somebody renamed it before the station looked. */
  async function loseAnswer(): Promise<Exchange> {
    const exchange = openExchange(image);
    await callStation(exchange.world, 0, "createAircraft", { body: KITE });
    exchange.way = async (request, send) => {
      const answer = await send();
      if (isCreation(request)) throw new TransportError("reset", { mayHaveArrived: true, isTimeout: false });
      return answer;
    };
    await exchange.pass();
    exchange.way = (_, send) => send();
    const [there] = listThere(exchange);
    requestBodyInBrowser(exchange.world, "PATCH", `/v1/aircraft/${there!.id}`, { name: "Lark" });
    await exchange.pass();
    return exchange;
  }

  it("is asked about when one of another name is new there, and not sent again", async () => {
    const exchange = await loseAnswer();
    expect(listThere(exchange)).toMatchObject([{ name: "Lark" }]);
    expect(await listHere(exchange)).toMatchObject([{ name: "Kite" }]);
    const [{ id }] = listThere(exchange) as [Aircraft];
    expect(exchange.conflicts()).toMatchObject([
      { kind: "aircraft", fields: { id: { there: id }, name: { base: "Kite", here: "Kite", there: "Lark" } } },
    ]);
    await exchange.pass();
    expect(exchange.conflicts()).toHaveLength(1);
  });

  it("is joined with it, as a person decides", async () => {
    const exchange = await loseAnswer();
    await exchange.decide({ id: "there", name: "here" });
    await exchange.pass();
    await exchange.pass();
    expect(await listHere(exchange)).toMatchObject([{ name: "Kite" }]);
    expect(listThere(exchange)).toMatchObject([{ name: "Kite" }]);
    expect(exchange.items()).toEqual([]);
  });

  it("is sent as another one, as a person decides", async () => {
    const exchange = await loseAnswer();
    await exchange.decide({ id: "here", name: "here" });
    await exchange.pass();
    await exchange.pass();
    const names = ["Kite", "Lark"];
    expect((await listHere(exchange)).map(({ name }) => name).toSorted()).toEqual(names);
    expect(
      listThere(exchange)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(names);
    expect(exchange.items()).toEqual([]);
  });
});

it("an aircraft that is fetched is not sent back, wherever the process is killed and on whichever side it is edited then", async () => {
  let hasCrashed = true;
  for (let commit = 1; hasCrashed; commit++) {
    const exchange = openExchange(image, `commit ${commit}`);
    requestBodyInBrowser(exchange.world, "POST", "/v1/aircraft", KITE);
    const { faults } = exchange.world.stations[0]!;
    faults.crashAtCommit(commit);
    await exchange.pass();
    hasCrashed = faults.hasCrashed();
    for (const { id } of await listHere(exchange)) {
      await callStation(exchange.world, 0, "editAircraft", { params: { id }, body: { weight: 901 } });
    }
    await exchange.pass();
    expect(listThere(exchange), `killed at commit ${commit}`).toHaveLength(1);
    expect(await listHere(exchange), `killed at commit ${commit}`).toHaveLength(1);
  }
});

it("a device that the peer has is not overwritten when one search misses it", async () => {
  const exchange = openExchange(image);
  const serial_number = "1596F351901963100001";
  requestBodyInBrowser(exchange.world, "POST", "/v1/devices", { serial_number, name: "Named there" });
  await callStation(exchange.world, 0, "registerDevice", { body: { serial_number, name: "Named here" } });
  exchange.way = async ({ url }, send) =>
    url.includes(`/v1/devices/${serial_number}`)
      ? jsonAnswer(exchange.world.cloud.core, 404, { error: "not_found", messages: ["Not now."] })
      : send();
  await exchange.pass();
  exchange.way = (_, send) => send();
  await exchange.pass();
  await exchange.pass();
  expect(requestBodyInBrowser(exchange.world, "GET", `/v1/devices/${serial_number}`)).toMatchObject({
    name: "Named there",
  });
  expect(exchange.conflicts()).toMatchObject([
    { kind: "device", fields: { name: { here: "Named here", there: "Named there" } } },
  ]);
});

/** A plan with its times from now, or a flight that is over. */
function flight(exchange: Exchange, hours: number, more: object = {}): object {
  const beginMs = exchange.world.time.nowMs + hours * HOUR_MS;
  return {
    date_planned_start: isoFromMs(beginMs),
    date_planned_finish: isoFromMs(beginMs + 30 * MINUTE_MS),
    visibility: "public",
    region: { type: "Point", coordinates: [14, 50], radius: 500 },
    max_flight_altitude: 300,
    takeoff_latitude: 50,
    takeoff_longitude: 14,
    lower_altitude: 0,
    ...more,
  };
}

const points = (exchange: Exchange, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    time: isoFromMs(exchange.world.time.nowMs - HOUR_MS + index * 1000),
    location: { lat: 50, lon: 14 },
    velocity: { x: 1, y: 0, z: 0 },
  }));

it("an edit of a plan that was flown there meanwhile is kept and listed, not written over by the results", async () => {
  const exchange = openExchange(image);
  const { world } = exchange;
  const { id } = requestBodyInBrowser<{ id: string }>(world, "POST", "/v1/flights", flight(exchange, 24));
  await exchange.pass();
  requestBodyInBrowser(world, "PATCH", `/v1/flights/${id}`, { status: "finished" });
  requestBodyInBrowser(world, "POST", `/v1/flights/${id}/telemetry`, points(exchange, 5));
  requestBodyInBrowser(world, "POST", `/v1/flights/${id}/process`);
  world.time.nowMs += HOUR_MS;
  await callStation(world, 0, "editFlight", { params: { id }, body: { lower_altitude: 44 } });
  await exchange.pass();
  expect(await callStation(world, 0, "getFlight", { params: { id } })).toMatchObject({ lower_altitude: 44 });
  expect(exchange.items()).toMatchObject([{ kind: "flight", state: "needs_person" }]);
});

it("a peer that requests a slower pace receives half as many at once, until a pass succeeded", async () => {
  const exchange = openExchange(image);
  const { world } = exchange;
  for (let count = 0; count < 4; count++) {
    const times = { status: "finished", date_started: isoFromMs(world.time.nowMs - HOUR_MS) };
    const { id } = await callStation<{ id: string }>(world, 0, "createFlight", {
      body: flight(exchange, -1, { ...times, date_finished: isoFromMs(world.time.nowMs - HOUR_MS / 2) }),
    });
    await callStation(world, 0, "createFlightTelemetry", { params: { id }, body: points(exchange, 50) });
  }
  const refuse = () => {
    const answer = jsonAnswer(world.cloud.core, 429, { error: "too_many_requests", messages: ["Slower."] });
    return { ...answer, headers: { ...answer.headers, "retry-after": "60" } };
  };
  const isTelemetry = ({ url }: WireRequest) => /\/telemetry(\?|$)/.test(url);
  // Neither is answered before both are there.
  const both = Promise.withResolvers<void>();
  let arrived = 0;
  exchange.way = async (request, send) => {
    if (!isTelemetry(request)) return send();
    if (++arrived === 2) both.resolve();
    await both.promise;
    return refuse();
  };
  await exchange.pass();
  expect(exchange.peer()).toMatchObject({ state: "slowed", capabilities: { concurrency: 1 } });

  let [underWay, most] = [0, 0];
  exchange.way = async (request, send) => {
    if (!isTelemetry(request)) return send();
    most = Math.max(most, ++underWay);
    // Another one would be sent before this one is answered.
    await new Promise((resolve) => setTimeout(resolve));
    underWay -= 1;
    return send();
  };
  await exchange.pass();
  expect(most).toBe(1);
  expect(exchange.peer()).toMatchObject({ state: "ready", capabilities: { concurrency: 2 } });
  expect([...world.cloud.core.state.points.values()].map(({ length }) => length)).toEqual([50, 50, 50, 50]);
});
