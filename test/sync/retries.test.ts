import { describe, expect, inject, it } from "vitest";
import type { Aircraft } from "../../server/contracts/aircraft.ts";
import { nextDueMs } from "../../server/features/sync/outbox.store.ts";
import { HOUR_MS } from "../../server/kernel/clock.ts";
import { pointKey } from "./cloud.core.ts";
import { jsonAnswer } from "./cloud.model.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { fly, isFlightAtPeer, passUntilOver, pointsAtPeer } from "./engine.flights.ts";
import { type Exchange, openExchange } from "./engine.fixture.ts";
import { requestInBrowser, callStation, OTHER_TOKEN } from "./world.ts";

/** What a person asks for about an item of the outbox. */

const image = makeDatabaseImage(inject("emptyDatabase"));
const SERIAL = "1596F351901963100001";
const itemOf = (exchange: Exchange, kind: string) => exchange.items().find((item) => item.kind === kind);

describe("points that the peer refused", () => {
  it("do not count as present, and are sent again when a user requests it", async () => {
    const exchange = openExchange(image);
    const { core } = exchange.world.cloud;
    const begunMs = exchange.world.time.nowMs - 3 * HOUR_MS;
    const id = await fly(exchange, 100);
    core.poison.add(pointKey(id, begunMs + 40_000)).add(pointKey(id, begunMs + 70_000));
    await exchange.pass();
    expect(itemOf(exchange, "track")).toMatchObject({
      state: "needs_person",
      code: "point_refused",
      sent: 98,
      total: 100,
    });
    await exchange.pass();
    expect(pointsAtPeer(exchange, id)).toHaveLength(98);

    core.poison.clear();
    await exchange.retry("track");
    await exchange.pass();
    expect(pointsAtPeer(exchange, id)).toHaveLength(100);
    await passUntilOver(exchange);
    expect(exchange.items()).toEqual([]);
  });
});

describe("what is gone at the peer", () => {
  it("exists again with its points once a user requests it, when it is a flight", async () => {
    const exchange = openExchange(image);
    const { flights, points } = exchange.world.cloud.core.state;
    const id = await fly(exchange, 30);
    await exchange.pass();
    expect(pointsAtPeer(exchange, id)).toHaveLength(30);
    flights.delete(id);
    points.delete(id);
    await exchange.pass();
    await exchange.pass();
    expect(itemOf(exchange, "flight")).toMatchObject({ state: "needs_person", code: "gone" });
    await exchange.pass();
    expect(isFlightAtPeer(exchange, id)).toBe(false);

    await exchange.retry("flight");
    await exchange.pass();
    expect(isFlightAtPeer(exchange, id)).toBe(true);
    expect(pointsAtPeer(exchange, id)).toHaveLength(30);
    await passUntilOver(exchange);
    expect(exchange.items()).toEqual([]);
    expect(flights.get(id)).toMatchObject({ processed: 1 });
  });

  it("is there once more where it is an aircraft or a device", async () => {
    const exchange = openExchange(image);
    const { world } = exchange;
    const { aircraft, devices } = world.cloud.core.state;
    const body = { name: "Kite", weight: 900, uas_class: "AircraftUASClass.C1", endurance: 30 };
    const { id } = await callStation<Aircraft>(world, 0, "createAircraft", { body });
    await callStation(world, 0, "registerDevice", { body: { serial_number: SERIAL, name: "Beacon" } });
    await exchange.pass();
    aircraft.clear();
    devices.clear();
    await callStation(world, 0, "editAircraft", { params: { id }, body: { name: "Lark" } });
    await callStation(world, 0, "editDevice", { params: { id: SERIAL }, body: { name: "Light" } });
    await exchange.pass();
    await exchange.pass();
    expect(exchange.items().map(({ code }) => code)).toEqual(["gone", "gone"]);
    await exchange.retry("aircraft");
    await exchange.retry("device");
    await exchange.pass();
    expect([...aircraft.values()]).toMatchObject([{ name: "Lark" }]);
    expect([...devices.values()]).toMatchObject([{ name: "Light" }]);
    expect(exchange.items()).toEqual([]);
  });
});

describe("a flight that was discarded", () => {
  it("is sent after all with its telemetry", async () => {
    const exchange = openExchange(image);
    const id = await fly(exchange, 25);
    await exchange.discard("flight");
    await exchange.pass();
    expect(exchange.items()).toMatchObject([
      { kind: "flight", state: "off" },
      { kind: "track", state: "off", detail: "Its flight was discarded." },
    ]);
    await exchange.retry("flight");
    await exchange.pass();
    await exchange.pass();
    expect(pointsAtPeer(exchange, id)).toHaveLength(25);
  });

  it("is sent after all without the telemetry that was discarded by itself", async () => {
    const exchange = openExchange(image);
    const id = await fly(exchange, 25);
    await exchange.discard("track");
    await exchange.discard("flight");
    await exchange.pass();
    await exchange.retry("flight");
    await exchange.pass();
    expect(isFlightAtPeer(exchange, id)).toBe(true);
    expect(pointsAtPeer(exchange, id)).toEqual([]);
  });
});

it("what is corrected while the peer refuses it is sent, without a question to the user", async () => {
  const exchange = openExchange(image);
  const { world } = exchange;
  const kite = { name: "Kite", weight: 900, uas_class: "AircraftUASClass.C1", endurance: 30 };
  const { id } = await callStation<Aircraft>(world, 0, "createAircraft", { body: kite });
  await exchange.pass();
  await callStation(world, 0, "editAircraft", { params: { id }, body: { name: "Refused" } });
  exchange.way = async (request, send) => {
    if (request.method !== "PATCH") return send();
    await callStation(world, 0, "editAircraft", { params: { id }, body: { name: "Lark" } });
    exchange.way = (_, next) => next();
    return jsonAnswer(world.cloud.core, 400, { error: "validation_error", messages: ["name: no."] });
  };
  await exchange.pass();
  expect(exchange.items()).toMatchObject([{ kind: "aircraft", state: "waiting", code: null }]);
  await exchange.pass();
  expect([...world.cloud.core.state.aircraft.values()]).toMatchObject([{ name: "Lark" }]);
  expect(exchange.items()).toEqual([]);
});

describe("what waits for an item that needs a person", () => {
  /** A flight with a device that is paired with another account there. */
  async function flyWithOthersDevice() {
    const exchange = openExchange(image);
    const { world } = exchange;
    const device = { serial_number: SERIAL, name: "Beacon" };
    requestInBrowser(world, "POST", "/v1/devices", { body: device, token: OTHER_TOKEN });
    const registered = await callStation<{ id: string }>(world, 0, "registerDevice", { body: device });
    const id = await fly(exchange, 20, { device: registered.id });
    await exchange.pass();
    const { db } = world.stations[0]!.faults;
    return { exchange, id, dueMs: () => nextDueMs(db, exchange.peer().id, "but_sightings") };
  }

  it("starts no passes, and goes with the one after the person decided", async () => {
    const { exchange, id, dueMs } = await flyWithOthersDevice();
    expect(exchange.items()).toMatchObject([
      { kind: "device", state: "needs_person", code: "paired_elsewhere" },
      { kind: "flight", state: "waiting", code: "waits_for_device" },
      { kind: "track", state: "waiting", code: "waits_for_flight" },
    ]);
    expect(dueMs()).toBeNull();
    expect(exchange.peer().lastSuccessMs).toBeNull();
    await exchange.discard("device");
    expect(dueMs()).not.toBeNull();
    await exchange.pass();
    expect(pointsAtPeer(exchange, id)).toHaveLength(20);
    await passUntilOver(exchange);
    expect(exchange.peer().lastSuccessMs).not.toBeNull();
  });

  it("goes on when the station starts again after it stopped between the two", async () => {
    const { exchange, id, dueMs } = await flyWithOthersDevice();
    const { state, users } = exchange.world.cloud.core;
    for (const device of state.devices.values()) state.devices.set(device.id, { ...device, owner: users[0]!.id });
    await exchange.retry("device");
    const stop = new AbortController();
    exchange.way = async (request, send) => {
      const answer = await send();
      if (request.method === "GET" && request.url.endsWith(id)) stop.abort();
      return answer;
    };
    const peer = exchange.peer().id;
    await exchange.engine().pass(peer, stop.signal);
    expect([isFlightAtPeer(exchange, id), pointsAtPeer(exchange, id).length, dueMs()]).toEqual([true, 0, null]);
    exchange.way = (_, send) => send();
    for (const job of exchange.engine().backgroundJobs) await job.run(stop.signal);
    expect(exchange.engine().isRunning(peer)).toBe(true);
    await exchange.engine().runToEnd(peer, new AbortController().signal);
    expect(pointsAtPeer(exchange, id)).toHaveLength(20);
  });
});
