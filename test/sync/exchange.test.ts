import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Aircraft } from "../../server/contracts/aircraft.ts";
import type { Device } from "../../server/contracts/devices.ts";
import type { Flight, FlightDetail } from "../../server/contracts/flights.ts";
import type { FlightPoint, StatusEntry } from "../../server/contracts/flight-telemetry.ts";
import type { SyncConflict, SyncPeer } from "../../server/contracts/sync.ts";
import { PLAN, point } from "../api/flights-station.ts";
import { addPeer, done, PEERS, type Person, startSyncStation, itemsOf } from "./sync-station.ts";

const START_MS = Date.UTC(2026, 10, 20, 8);
let aheadMs = START_MS - Date.now();
const clock = { now: () => Date.now() + aheadMs };
/** No flight counts as over while points may still arrive. */
const QUIET_MS = 11 * 60_000;

const here = await startSyncStation({ clock });
const there = await startSyncStation({ clock });
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
});
const [ann, remote] = [here.ann, there.ann];
let peer: SyncPeer;

/** Runs passes until one has ended; a pass that was asked for while another ran follows it. */
async function sync(): Promise<SyncPeer> {
  await done(ann.call("POST", `${PEERS}/${peer.id}/run`));
  for (;;) {
    const now = await done<SyncPeer>(ann.call("GET", `${PEERS}/${peer.id}`));
    if (!now.running) return now;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const flightOf = (person: Person, id: string) => done<FlightDetail>(person.call("GET", `/v1/flights/${id}`));
const pointsOf = (person: Person, id: string) =>
  done<readonly FlightPoint[]>(person.call("GET", `/v1/flights/${id}/telemetry`));
const plan = (person: Person, body: object = {}) =>
  done<Flight>(person.call("POST", "/v1/flights", { ...PLAN, ...body }));

beforeAll(async () => {
  peer = await addPeer(ann, { base_url: there.station.url, token: remote.pat, auto: false });
});

describe("a flight that was flown offline", () => {
  let flight: Flight;
  let aircraft: Aircraft;
  let device: Device;

  beforeAll(async () => {
    aircraft = await done(
      ann.call("POST", "/v1/aircraft", {
        name: "Surveyor",
        weight: 900,
        uas_class: "AircraftUASClass.C1",
        endurance: 31,
      }),
    );
    const registration = {
      serial_number: "1596F3BAEEE15CAFE",
      name: "Beacon 7",
      default_aircraft_override: aircraft.id,
    };
    device = await done(ann.call("POST", "/v1/devices", { ...registration, activation_confirmed: true }));
    await done(ann.call("PATCH", `/v1/devices/${device.id}`, { callsign: "FIELD 7", color_tag: "#ff8800" }));
    flight = await plan(ann, {
      ...PLAN,
      status: "finished",
      visibility: "private",
      date_started: "2026-11-20T07:00:00Z",
      date_finished: "2026-11-20T07:05:00Z",
      device: device.id,
      aircraft: aircraft.id,
    });
    const points = Array.from({ length: 300 }, (_, second) => point(second));
    await done(ann.call("POST", `/v1/flights/${flight.id}/telemetry`, points));
    const states = points
      .filter((_, index) => index % 10 === 0)
      .map(({ time }) => ({ flight: flight.id, time, battery: 3.9 }));
    await done(ann.call("POST", `/v1/flights/${flight.id}/status-history`, states));
    aheadMs += QUIET_MS;
  });

  it("is at the peer once, with its points, states, aircraft and device", async () => {
    const after = await sync();
    expect(await itemsOf(ann, peer)).toEqual([]);
    expect(after).toMatchObject({ state: "ready", waiting: 0, needs_person: 0, conflicts: 0, last_error: null });
    expect(after.last_success_at).not.toBeNull();

    const copy = await flightOf(remote, flight.id);
    expect(copy).toMatchObject({ visibility: "private", aircraft: { name: "Surveyor" } });
    expect(copy.device?.serial_number).toBe(device.serial_number);
    expect(await pointsOf(remote, flight.id)).toEqual(await pointsOf(ann, flight.id));
    const history = await done<readonly StatusEntry[]>(remote.call("GET", `/v1/flights/${flight.id}/status-history`));
    expect(history).toHaveLength(30);
    const [fleet, devices] = [
      await done<readonly Aircraft[]>(remote.call("GET", "/v1/aircraft")),
      await done<readonly Device[]>(remote.call("GET", "/v1/devices")),
    ];
    expect(fleet).toMatchObject([{ name: "Surveyor", weight: 900, endurance: 31 }]);
    expect(devices).toMatchObject([{ name: "Beacon 7", callsign: "FIELD 7", color_tag: "#ff8800" }]);
    expect(devices[0]?.default_aircraft_override?.id).toBe(fleet[0]?.id);
  });

  it("is processed there once, with the same statistics", async () => {
    await expect.poll(async () => (await flightOf(remote, flight.id)).distance, { timeout: 5000 }).toBeGreaterThan(0);
    await done(ann.call("POST", `/v1/flights/${flight.id}/process`));
    await expect.poll(async () => (await flightOf(ann, flight.id)).distance, { timeout: 5000 }).toBeGreaterThan(0);
    const [one, other] = [await flightOf(ann, flight.id), await flightOf(remote, flight.id)];
    expect(other.distance).toBeCloseTo(one.distance!, 6);
    expect(other.duration).toBe(one.duration);
    expect((await remote.call("POST", `/v1/flights/${flight.id}/process`)).status).toBe(409);
  });

  it("sends nothing in another pass", async () => {
    const before = await sync();
    const changed = (person: Person) => done<{ modified?: string }[]>(person.call("GET", "/v1/flights?limit=1000"));
    const flights = await changed(remote);
    const after = await sync();
    expect(after).toMatchObject({ waiting: 0, needs_person: 0 });
    // Only reading: requests without a body.
    expect(after.bytes.sent - before.bytes.sent).toBeLessThan(8000);
    expect(await changed(remote)).toEqual(flights);
  });

  it("gets later points, also earlier ones, without sending the others again", async () => {
    await done(ann.call("POST", `/v1/flights/${flight.id}/telemetry`, [point(400), point(-5)]));
    aheadMs += QUIET_MS;
    await sync();
    expect(await itemsOf(ann, peer)).toEqual([]);
    expect(await pointsOf(remote, flight.id)).toEqual(await pointsOf(ann, flight.id));
    expect(await pointsOf(remote, flight.id)).toHaveLength(302);
  });
});

describe("a plan", () => {
  it("comes from the peer before the next trip out, and changes go both ways", async () => {
    const there = await plan(remote, { max_height: 80 });
    await sync();
    expect(await flightOf(ann, there.id)).toMatchObject({ id: there.id, status: "planned", max_height: 80 });

    await done(ann.call("PATCH", `/v1/flights/${there.id}`, { max_height: 100 }));
    await done(remote.call("PATCH", `/v1/flights/${there.id}`, { max_flight_altitude: 420 }));
    await sync();
    for (const person of [ann, remote]) {
      expect(await flightOf(person, there.id)).toMatchObject({ max_height: 100, max_flight_altitude: 420 });
    }
    expect(await itemsOf(ann, peer)).toEqual([]);
  });

  it("that both sides changed in different ways waits for a person, and follows the decision", async () => {
    const both = await plan(remote, { max_height: 50, callsign_used: "DELTA" });
    await sync();
    await done(ann.call("PATCH", `/v1/flights/${both.id}`, { max_height: 60 }));
    await done(remote.call("PATCH", `/v1/flights/${both.id}`, { max_height: 70 }));
    expect(await sync()).toMatchObject({ conflicts: 1, waiting: 0 });
    expect((await flightOf(ann, both.id)).max_height).toBe(60);
    expect((await flightOf(remote, both.id)).max_height).toBe(70);

    const [conflict] = await done<readonly SyncConflict[]>(ann.call("GET", "/station/v1/sync/conflicts"));
    expect(conflict).toMatchObject({
      kind: "flight",
      local_id: both.id,
      fields: { max_height: { base: 50, here: 60, there: 70 } },
      decision: null,
    });
    await done(ann.call("PUT", `/station/v1/sync/conflicts/${conflict!.id}`, { max_height: { value: 65 } }));
    await sync();
    for (const person of [ann, remote]) expect((await flightOf(person, both.id)).max_height).toBe(65);
    expect(await itemsOf(ann, peer)).toEqual([]);
  });

  it("is undecided again while the decision was not sent, and not afterwards", async () => {
    const both = await plan(remote, { max_height: 50 });
    await sync();
    await done(ann.call("PATCH", `/v1/flights/${both.id}`, { max_height: 60 }));
    await done(remote.call("PATCH", `/v1/flights/${both.id}`, { max_height: 70 }));
    await sync();
    const conflicts = () => done<readonly SyncConflict[]>(ann.call("GET", "/station/v1/sync/conflicts"));
    const [conflict] = await conflicts();
    const path = `/station/v1/sync/conflicts/${conflict!.id}`;
    expect(conflict).toMatchObject({ local_id: both.id, can_undo: false });
    expect(await ann.call("POST", `${path}/undo`)).toMatchObject({ status: 409 });

    await done(ann.call("POST", `${PEERS}/${peer.id}/pause`));
    expect(await done(ann.call("PUT", path, { max_height: "here" }))).toMatchObject({ can_undo: true });
    expect((await here.bob.call("POST", `${path}/undo`)).status).toBe(404);
    expect(await done(ann.call("POST", `${path}/undo`))).toMatchObject({ decision: null, can_undo: false });
    await done(ann.call("POST", `${PEERS}/${peer.id}/resume`));
    expect(await sync()).toMatchObject({ conflicts: 1 });
    expect((await flightOf(remote, both.id)).max_height).toBe(70);

    await done(ann.call("PUT", path, { max_height: "there" }));
    await sync();
    expect((await flightOf(ann, both.id)).max_height).toBe(70);
    expect(await ann.call("POST", `${path}/undo`)).toMatchObject({
      status: 409,
      body: { error: "already_sent" },
    });
    expect((await conflicts())[0]).toMatchObject({ can_undo: false });
  });

  it("that was flown here becomes a flown flight there, under the same id", async () => {
    const planned = await plan(remote);
    await sync();
    await done(ann.call("PATCH", `/v1/flights/${planned.id}`, { status: "finished" }));
    await done(ann.call("POST", `/v1/flights/${planned.id}/telemetry`, [point(0), point(1), point(2)]));
    aheadMs += QUIET_MS;
    await sync();
    expect(await itemsOf(ann, peer)).toEqual([]);
    await expect.poll(async () => (await flightOf(remote, planned.id)).status, { timeout: 5000 }).toBe("finished");
    expect(await pointsOf(remote, planned.id)).toHaveLength(3);
  });

  it("that was cancelled there is cancelled here", async () => {
    const planned = await plan(remote);
    await sync();
    await done(remote.call("PATCH", `/v1/flights/${planned.id}`, { status: "cancelled" }));
    await sync();
    expect((await flightOf(ann, planned.id)).status).toBe("cancelled");
  });
});

describe("a flight that was flown there", () => {
  it("comes with its results, and with its telemetry where all of it is wanted, and is not sent back", async () => {
    const flown = await plan(remote, { status: "finished", date_started: "2026-11-20T07:00:00Z" });
    const points = Array.from({ length: 1200 }, (_, second) => point(second));
    await done(remote.call("POST", `/v1/flights/${flown.id}/telemetry`, points));
    await sync();
    expect(await pointsOf(ann, flown.id)).toEqual([]);

    await done(remote.call("POST", `/v1/flights/${flown.id}/process`));
    await expect.poll(async () => (await flightOf(remote, flown.id)).distance, { timeout: 5000 }).toBeGreaterThan(0);
    await done(ann.call("PATCH", `${PEERS}/${peer.id}`, { scope: { tracks: "all" } }));
    await sync();
    expect(await flightOf(ann, flown.id)).toMatchObject({ distance: (await flightOf(remote, flown.id)).distance });
    expect(await pointsOf(ann, flown.id)).toEqual(await pointsOf(remote, flown.id));
    expect(await itemsOf(ann, peer)).toEqual([]);
    await sync();
    expect(await pointsOf(remote, flown.id)).toHaveLength(1200);
  });
});

describe("what the peer does not take", () => {
  it("needs a person, with the peer's own words, and does not stop the others", async () => {
    await done(there.bob.call("POST", "/v1/devices", { serial_number: "TAKEN0001", name: "Bob's" }));
    await done(ann.call("POST", "/v1/devices", { serial_number: "TAKEN0001", name: "Mine" }));
    const other = await plan(ann);
    expect(await sync()).toMatchObject({ needs_person: 1 });
    const items = await itemsOf(ann, peer);
    expect(items).toMatchObject([{ kind: "device", name: "Mine", state: "needs_person", code: "paired_elsewhere" }]);
    expect(await flightOf(remote, other.id)).toMatchObject({ id: other.id });
  });
});

describe("a peer whose administrator the account is", () => {
  const SERIALS = ["BOBS00001", "FREE00001"] as const;

  it("keeps the devices of others, and pairs the one without an owner", async () => {
    const { root, bob } = there;
    for (const serial_number of SERIALS) {
      await done(bob.call("POST", "/v1/devices", { serial_number, name: "Bob's" }));
    }
    await done(bob.call("DELETE", `/v1/devices/${SERIALS[1]}`));
    const ofRoot = await addPeer(here.root, { base_url: there.station.url, token: root.pat, auto: false });
    for (const serial_number of SERIALS) {
      await done(here.root.call("POST", "/v1/devices", { serial_number, name: "Mine" }));
    }
    await done(here.root.call("POST", `${PEERS}/${ofRoot.id}/run`));
    await expect
      .poll(async () => (await done<SyncPeer>(here.root.call("GET", `${PEERS}/${ofRoot.id}`))).running)
      .toBe(false);
    const deviceThere = (serial: string) => done<Device>(root.call("GET", `/v1/devices/${serial}`));
    expect(await deviceThere(SERIALS[0])).toMatchObject({ name: "Bob's", owner: { id: bob.user.id } });
    expect(await deviceThere(SERIALS[1])).toMatchObject({ name: "Mine", owner: { id: root.user.id } });
    expect(await itemsOf(here.root, ofRoot)).toMatchObject([{ kind: "device", code: "paired_elsewhere" }]);
  });
});

describe("the pilot of a flight who is not its owner", () => {
  it("is the same person at the peer where that person synchronises with it too, else its owner", async () => {
    const unlinked = await plan(ann, { pilot: here.bob.user.id, callsign_used: "BOB-1" });
    await sync();
    expect((await flightOf(remote, unlinked.id)).pilot?.id).toBe(remote.user.id);

    await addPeer(here.bob, { base_url: there.station.url, token: there.bob.pat, auto: false });
    const linked = await plan(ann, { pilot: here.bob.user.id, callsign_used: "BOB-2" });
    await sync();
    expect((await flightOf(remote, linked.id)).pilot?.id).toBe(there.bob.user.id);
  });
});
