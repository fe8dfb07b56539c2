import { describe, expect, inject, it } from "vitest";
import type { FlightDetail } from "../../server/contracts/flights.ts";
import { HOUR_MS, isoFromMs, MINUTE_MS } from "../../server/kernel/clock.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { type Exchange, openExchange } from "./engine.fixture.ts";
import { makePoints } from "./scenario.ts";
import { requestBodyInBrowser, callStation } from "./world.ts";

/** What a peer does not take, and what a person can accept instead of it. */

const image = makeDatabaseImage(inject("emptyDatabase"));
const ID = "5a1f0d8e-6f0e-4a50-9d1f-0c5f3c6f5a11";
const path = `/v1/flights/${ID}`;

const square = (size: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [14, 50],
      [14 + size, 50],
      [14 + size, 50 + size],
      [14, 50 + size],
      [14, 50],
    ],
  ],
});

async function addFlight({ world }: Exchange, hours: number, more: object): Promise<void> {
  const beginMs = world.time.nowMs + hours * HOUR_MS;
  const body = {
    id: ID,
    date_planned_start: isoFromMs(beginMs),
    date_planned_finish: isoFromMs(beginMs + 30 * MINUTE_MS),
    region: { type: "Point", coordinates: [14, 50], radius: 500 },
    max_flight_altitude: 300,
    takeoff_latitude: 50,
    takeoff_longitude: 14,
    ...more,
  };
  await callStation(world, 0, "createFlight", { body });
}

const here = ({ world }: Exchange) => world.stations[0]!.flights.find(ID)!.detail;
const there = ({ world }: Exchange) => requestBodyInBrowser<FlightDetail>(world, "GET", path);
const written = ({ world }: Exchange) => world.cloud.requests.filter(({ method }) => method !== "GET").length;

describe("a region that the peer does not take", () => {
  /** A plan for a square, which a person let be sent as a circle. */
  async function acceptCircle(): Promise<Exchange> {
    const exchange = openExchange(image, "circle", "strict");
    await addFlight(exchange, 24, { region: square(0.01) });
    await exchange.pass();
    expect(exchange.items()).toMatchObject([{ kind: "flight", state: "needs_person", code: "region_refused" }]);
    expect(await exchange.accept()).toBe(200);
    await exchange.pass();
    return exchange;
  }

  it("is sent as the circle around it once a person accepts that, and stays as it is here", async () => {
    const exchange = await acceptCircle();
    expect(exchange.items()).toEqual([]);
    expect(there(exchange).region).toMatchObject({ type: "Point", coordinates: [14.005, 50.005] });
    expect(here(exchange).region).toEqual(square(0.01));
    const before = written(exchange);
    await exchange.pass();
    expect([written(exchange) - before, exchange.conflicts()]).toEqual([0, []]);
  });

  it("is followed by its circle, and by what is changed there", async () => {
    const exchange = await acceptCircle();
    const { radius } = there(exchange).region as { readonly radius: number };
    await callStation(exchange.world, 0, "editFlight", { params: { id: ID }, body: { region: square(0.02) } });
    await exchange.pass();
    expect((there(exchange).region as { readonly radius: number }).radius).toBeGreaterThan(radius * 1.9);
    const theirs = { type: "Point", coordinates: [14.1, 50.1], radius: 300 };
    requestBodyInBrowser(exchange.world, "PATCH", path, { region: theirs });
    await exchange.pass();
    expect(here(exchange).region).toEqual(theirs);
    expect([exchange.items(), exchange.conflicts()]).toEqual([[], []]);
  });

  it("is not offered where something else is refused", async () => {
    const exchange = openExchange(image, "other", "strict");
    await addFlight(exchange, 24, { region: square(0.01) });
    exchange.way = async (request, send) =>
      request.method === "POST"
        ? { ...(await send()), body: Buffer.from('{"messages":["pilot: is unknown."]}') }
        : send();
    await exchange.pass();
    expect(exchange.items()).toMatchObject([{ state: "needs_person" }]);
    expect(await exchange.accept()).toBe(409);
  });
});

describe("a track of which the peer keeps one entry a second", () => {
  it("is asked about with what is lost there, and is there once a person accepts that", async () => {
    const exchange = openExchange(image, "seconds", "whole_second");
    const { world } = exchange;
    const beginMs = world.time.nowMs - 3 * HOUR_MS;
    await addFlight(exchange, -3, { status: "finished", date_started: isoFromMs(beginMs) });
    world.stations[0]!.addPoints(
      ID,
      makePoints(world, beginMs, 50, 200).map((point) => ({ ...point, velocity: ZERO })),
    );
    for (let passes = 0; passes < 3; passes++) await exchange.pass();
    const track = exchange.items().filter(({ kind }) => kind === "track");
    expect(track).toMatchObject([{ state: "needs_person", code: "whole_seconds" }]);
    expect(track[0]!.detail).toContain("about 40 of 50");
    expect(await exchange.accept()).toBe(200);
    for (let passes = 0; passes < 20; passes++) await exchange.pass();
    expect(exchange.items()).toEqual([]);
    const points = requestBodyInBrowser<readonly object[]>(world, "GET", `${path}/telemetry?limit=100`);
    expect(points.length).toBeGreaterThanOrEqual(10);
    expect(there(exchange).status).toBe("finished");
    // All are still here, and the next track is not asked about.
    expect(world.stations[0]!.flights.countPoints(ID)).toBe(50);
  });
});

const ZERO = { x: 1, y: 1, z: 0 };
