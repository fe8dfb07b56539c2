import { afterAll, describe, expect, it, vi } from "vitest";
import type { Device } from "../../server/contracts/devices.ts";
import type { FlightDetail } from "../../server/contracts/flights.ts";
import type { SyncPeer } from "../../server/contracts/sync.ts";
import { PLAN } from "../api/flights-station.ts";
import { addPeer, done, PEERS, startSyncStation, itemsOf } from "./sync-station.ts";

const there = await startSyncStation();
const here = await startSyncStation();
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
});
const { ann, bob } = here;
const scope = { days_back: 30 };
const peer = await addPeer(ann, { base_url: there.station.url, token: there.ann.pat, auto: false, scope });

/** A whole pass. */
async function sync(): Promise<SyncPeer> {
  await done(ann.call("POST", `${PEERS}/${peer.id}/run`));
  return vi.waitFor(
    async () => {
      const now = await done<SyncPeer>(ann.call("GET", `${PEERS}/${peer.id}`));
      expect(now.running).toBe(false);
      return now;
    },
    { timeout: 20_000, interval: 50 },
  );
}

const HOUR_MS = 3_600_000;
const at = (ms: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + ms).toISOString();
const plan = (hours: number, more: object = {}) => ({
  ...PLAN,
  date_planned_start: at(hours * HOUR_MS),
  date_planned_finish: at((hours + 1) * HOUR_MS),
  ...more,
});
const flown = () =>
  plan(-2, { status: "uploading", date_started: at(-2 * HOUR_MS), date_finished: at(-1.9 * HOUR_MS) });
const beginMs = Math.floor(Date.now() / 1000) * 1000 - 2 * HOUR_MS;
const timeOf = (second: number) => new Date(beginMs + second * 1000).toISOString();
/** A point a second, from one until before another. */
const points = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, index) => ({
    time: timeOf(from + index),
    location: { lat: 50 + (from + index) / 10_000, lon: 14 },
    velocity: { x: 0, y: 11, z: 0 },
    height: from + index,
  }));
const detail = (person: typeof ann, id: string) => done<FlightDetail>(person.call("GET", `/v1/flights/${id}`));

describe("a flight of the peer", () => {
  it("that is planned and private is the same here, also in the airspace", async () => {
    const body = plan(24, { visibility: "private", max_height: 60, callsign_used: "FS7" });
    const { id } = await done<FlightDetail>(there.ann.call("POST", "/v1/flights", body));
    expect(await sync()).toMatchObject({ state: "ready", last_error: null });
    const theirs = await detail(there.ann, id);
    const { pilot: _pilot, ...rest } = theirs;
    expect(await detail(ann, id)).toMatchObject(rest);
    expect(await done(ann.call("GET", `/v2/airspace/operations/${id}`))).toMatchObject({ id, status: "planned" });
    expect((await bob.call("GET", `/v1/flights/${id}`)).status).toBe(404);
    expect((await bob.call("GET", `/v2/airspace/operations/${id}`)).status).toBe(404);

    await done(there.ann.call("PATCH", `/v1/flights/${id}`, { status: "cancelled" }));
    await sync();
    expect(await detail(ann, id)).toMatchObject({ status: "cancelled", visibility: "private" });
    expect(await done(ann.call("GET", `/v2/airspace/operations/${id}`))).toMatchObject({ status: "cancelled" });
  });

  it("that was flown comes with its results, and is not processed a second time", async () => {
    const { id } = await done<FlightDetail>(there.ann.call("POST", "/v1/flights", flown()));
    await done(there.ann.call("POST", `/v1/flights/${id}/telemetry`, points(0, 20)));
    await done(there.ann.call("POST", `/v1/flights/${id}/process`));
    await vi.waitFor(async () => expect((await detail(there.ann, id)).distance).not.toBeNull(), { timeout: 20_000 });
    await sync();
    const { pilot: _pilot, ...rest } = await detail(there.ann, id);
    expect(await detail(ann, id)).toMatchObject(rest);
    const again = await ann.call("POST", `/v1/flights/${id}/process`);
    expect(again).toMatchObject({ status: 409, body: { error: "processed_before" } });
    expect(await sync()).toMatchObject({ waiting: 0, needs_person: 0, conflicts: 0 });
  });
});

describe("a device of the peer", () => {
  it("is fetched with its groups, which are a set, without a question to the user", async () => {
    const serial_number = "1596F3BAEEE15BEEF";
    await done(there.ann.call("POST", "/v1/devices", { serial_number, activation_confirmed: true }));
    await done(there.ann.call("PATCH", `/v1/devices/${serial_number}`, { groups: ["north", "lent", "north"] }));
    await sync();
    const device = () => done<Device>(ann.call("GET", `/v1/devices/${serial_number}`));
    expect((await device()).groups).toEqual(["lent", "north"]);
    await done(ann.call("PATCH", `/v1/devices/${serial_number}`, { groups: ["north", "lent"] }));
    await sync();
    expect(await done(ann.call("GET", "/station/v1/sync/conflicts"))).toEqual([]);
    expect(await itemsOf(ann, peer)).toEqual([]);
  });
});

describe("a flight of this station", () => {
  it("is at the peer with every point and state, also those that came late", async () => {
    const { id } = await done<FlightDetail>(ann.call("POST", "/v1/flights", flown()));
    await done(ann.call("POST", `/v1/flights/${id}/telemetry`, points(100, 130)));
    const state = (second: number) => ({ flight: id, time: timeOf(second), battery: 3.7, satellites: second });
    await done(ann.call("POST", `/v1/flights/${id}/status-history`, [state(100), state(101)]));
    await sync();
    await done(ann.call("POST", `/v1/flights/${id}/telemetry`, points(80, 100)));
    await sync();
    for (const part of ["telemetry", "status-history"]) {
      const read = (person: typeof ann) =>
        done<readonly { readonly time: string }[]>(person.call("GET", `/v1/flights/${id}/${part}`));
      const [ours, theirs] = [await read(ann), await read(there.ann)];
      expect(ours).toHaveLength(part === "telemetry" ? 50 : 2);
      const known = (all: typeof ours) => all.map((one) => ({ ...one, time_received: null }));
      expect(known(theirs)).toEqual(known(ours));
    }
  });
});
