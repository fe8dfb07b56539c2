import { expect, inject, it } from "vitest";
import { HOUR_MS } from "../../server/kernel/clock.ts";
import { saveFlight } from "./cloud.flights.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { fly } from "./engine.flights.ts";
import { openExchange } from "./engine.fixture.ts";
import { requestBodyInBrowser, callStation } from "./world.ts";

const image = makeDatabaseImage(inject("emptyDatabase"));

it("a flight that was joined with the one its device made there gets its results", async () => {
  const exchange = openExchange(image, "device_flights", "device_flights");
  const { world } = exchange;
  const device = { serial_number: "1596F351901963100001", name: "Beacon" };
  const deviceThere = requestBodyInBrowser<{ id: string }>(world, "POST", "/v1/devices", device);
  const { id: deviceHere } = await callStation<{ id: string }>(world, 0, "registerDevice", { body: device });
  const aircraft = { name: "Kite", weight: 900, uas_class: "AircraftUASClass.C1", endurance: 30 };
  const { id: aircraftHere } = await callStation<{ id: string }>(world, 0, "createAircraft", { body: aircraft });
  const id = await fly(exchange, 0, { device: deviceHere, aircraft: aircraftHere });
  const here = () => world.stations[0]!.flights.find(id)!.detail;
  const [user] = world.cloud.core.users;
  const idThere = world.random.uuid();
  const { import_note: _note, ...copied } = here();
  const owned = { id: idThere, owner: user!.id, pilot: user!.id, device: deviceThere.id, aircraft: null };
  saveFlight(world.cloud.core, { ...copied, ...owned, processed: 0, processedMs: null });
  await exchange.pass();
  await exchange.decide({ id: "there" });
  await exchange.pass();
  expect(exchange.items()).toEqual([]);

  const beginMs = Date.parse(here().date_planned_start);
  const points = Array.from({ length: 12 }, (_, second) => ({
    time: new Date(beginMs + second * 1000).toISOString(),
    location: { lat: 50, lon: 14 },
    velocity: { x: 1, y: 0, z: 0 },
  }));
  requestBodyInBrowser(world, "POST", `/v1/flights/${idThere}/telemetry`, points);
  requestBodyInBrowser(world, "POST", `/v1/flights/${idThere}/process`);
  world.time.nowMs += HOUR_MS;
  await exchange.pass();
  expect(exchange.peer()).toMatchObject({ state: "ready", error: null });
  expect(here()).toMatchObject({ id, distance: 120, device: { id: deviceHere }, aircraft: { id: aircraftHere } });
  expect(world.stations[0]!.flights.find(idThere)).toBeUndefined();
});
