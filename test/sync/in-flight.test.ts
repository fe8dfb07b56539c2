import { expect, inject, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../server/kernel/clock.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { flightBody, fly, passUntilOver, plansAtPeer, pointsAtPeer, record } from "./engine.flights.ts";
import { type Exchange, openExchange } from "./engine.fixture.ts";
import { callStation } from "./world.ts";

const image = makeDatabaseImage(inject("emptyDatabase"));

/** How often telemetry was read back. */
const readings = ({ world }: Exchange) =>
  world.cloud.requests.filter(({ method, url }) => method === "GET" && /\/telemetry(\?|$)/.test(url)).length;

it("the track of a flight that goes on is sent as it grows, and read back when it is over", async () => {
  const exchange = openExchange(image);
  const { world } = exchange;
  const { id } = plansAtPeer(exchange, flightBody(exchange, 0));
  await exchange.pass();
  await callStation(world, 0, "editFlight", { params: { id }, body: { status: "current" } });
  for (let passes = 1; passes <= 5; passes++) {
    record(exchange, id, world.time.nowMs, 50);
    await exchange.pass();
    expect(pointsAtPeer(exchange, id)).toHaveLength(passes * 50);
  }
  expect(readings(exchange)).toBe(0);
  expect(exchange.items().find(({ kind }) => kind === "track")).toMatchObject({
    state: "waiting",
    code: "in_flight",
    sent: 250,
  });

  await passUntilOver(exchange);
  expect(readings(exchange)).toBeGreaterThan(0);
  expect(exchange.items()).toEqual([]);
});

it("points that come late, one after the other, are read back once they have stopped", async () => {
  const exchange = openExchange(image);
  const id = await fly(exchange, 30);
  await exchange.pass();
  const before = readings(exchange);
  expect(before).toBeGreaterThan(0);
  const lateMs = exchange.world.time.nowMs - 2 * HOUR_MS;
  for (let passes = 0; passes < 4; passes++) {
    record(exchange, id, lateMs + passes * MINUTE_MS, 10);
    await exchange.pass();
  }
  expect(pointsAtPeer(exchange, id)).toHaveLength(70);
  expect(readings(exchange)).toBe(before);
  await exchange.pass();
  expect(readings(exchange)).toBeGreaterThan(before);
  expect(exchange.items().filter(({ kind }) => kind === "track")).toEqual([]);
});
