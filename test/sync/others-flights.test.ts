import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Flight } from "../../server/contracts/flights.ts";
import type { FlightPoint } from "../../server/contracts/flight-telemetry.ts";
import type { SyncFlight } from "../../server/contracts/sync-region.ts";
import type { SyncPeer } from "../../server/contracts/sync.ts";
import { PLAN, point } from "../api/flights-station.ts";
import { addPeer, CLOSED_ADDRESS, done, PEERS, type Person, startSyncStation, itemsOf } from "./sync-station.ts";

/** Telemetry that is fetched when it is asked for, and public flights of others. */

const START_MS = Date.UTC(2026, 10, 20, 8);
const aheadMs = START_MS - Date.now();
const clock = { now: () => Date.now() + aheadMs };
const here = await startSyncStation({ clock });
const there = await startSyncStation({ clock });
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
});
const { ann } = here;
const WAIT = { timeout: 10_000, interval: 20 };
let peer: SyncPeer;

async function sync(): Promise<SyncPeer> {
  await done(ann.call("POST", `${PEERS}/${peer.id}/run`));
  return ended();
}
const ended = () =>
  vi.waitFor(async () => {
    const now = await done<SyncPeer>(ann.call("GET", `${PEERS}/${peer.id}`));
    if (now.running) throw new Error("it is running");
    return now;
  }, WAIT);

const fly = async (person: Person, count: number, more: object = {}): Promise<Flight> => {
  const flown = { ...PLAN, status: "finished", date_started: "2026-11-20T07:00:00Z", ...more };
  const flight = await done<Flight>(person.call("POST", "/v1/flights", flown));
  const points = Array.from({ length: count }, (_, second) => point(second));
  await done(person.call("POST", `/v1/flights/${flight.id}/telemetry`, points));
  return flight;
};
const pointsOf = (person: Person, id: string) =>
  done<readonly FlightPoint[]>(person.call("GET", `/v1/flights/${id}/telemetry`));
const copiesOf = (id: string, person = ann) =>
  done<readonly SyncFlight[]>(person.call("GET", `/station/v1/sync/flights/${id}`));
const copyOf = async (id: string) => (await copiesOf(id))[0]!;
const fetchTrack = (id: string, person = ann) => person.call("POST", `/station/v1/sync/flights/${id}/track`);

async function untilHere(id: string): Promise<SyncFlight> {
  return vi.waitFor(async () => {
    const copy = await copyOf(id);
    if (copy.track === "fetching") throw new Error("it is being fetched");
    return copy;
  }, WAIT);
}

beforeAll(async () => {
  peer = await addPeer(ann, { base_url: there.station.url, name: "Hub", token: there.ann.pat, auto: false });
  await ended();
});

describe("the telemetry of an own flight", () => {
  let flight: Flight;
  beforeAll(async () => {
    flight = await fly(there.ann, 1200);
    await sync();
  });

  it("stays at the peer until a user requests it", async () => {
    expect(await copyOf(flight.id)).toMatchObject({
      peer_name: "Hub",
      is_others: false,
      pilot_name: null,
      track: "there",
      fetched: 0,
    });
    expect(await pointsOf(ann, flight.id)).toEqual([]);
  });

  it("is fetched on demand, all of it, and not sent back", async () => {
    expect(await fetchTrack(flight.id)).toMatchObject({ status: 202, body: { track: "fetching" } });
    expect(await untilHere(flight.id)).toMatchObject({ track: "here", fetched: 1200, detail: null });
    expect(await pointsOf(ann, flight.id)).toEqual(await pointsOf(there.ann, flight.id));
    const before = await ended();
    const after = await sync();
    expect(await itemsOf(ann, peer)).toEqual([]);
    expect(after.bytes.sent - before.bytes.sent).toBeLessThan(10_000);
    expect(await fetchTrack(flight.id)).toMatchObject({ status: 409, body: { error: "already_here" } });
  });

  it("is waited for while the peer cannot be reached", async () => {
    const other = await fly(there.ann, 30, { callsign_used: "SECOND" });
    await sync();
    here.write("UPDATE sync_peer SET base_url = ? WHERE id = ?", CLOSED_ADDRESS, peer.id);
    await done(fetchTrack(other.id));
    expect(await ended()).toMatchObject({ state: "offline" });
    expect(await copyOf(other.id)).toMatchObject({ track: "fetching", fetched: 0 });
    expect((await itemsOf(ann, peer)).filter(({ kind }) => kind === "track")).toEqual([]);
    here.write("UPDATE sync_peer SET base_url = ? WHERE id = ?", there.station.url, peer.id);
    await sync();
    expect(await copyOf(other.id)).toMatchObject({ track: "here", fetched: 30 });
  });

  it("is not fetched where its operation was removed here, and that is reported", async () => {
    const other = await fly(there.ann, 20, { callsign_used: "THIRD" });
    await sync();
    await done(ann.call("DELETE", `/v2/airspace/operations/${other.id}`));
    await done(fetchTrack(other.id));
    await ended();
    expect(await copyOf(other.id)).toMatchObject({
      track: "there",
      detail: expect.stringContaining("was deleted here") as string,
    });
    await done(ann.call("POST", `/station/v1/operations/${other.id}/restore`));
    await done(fetchTrack(other.id));
    expect(await untilHere(other.id)).toMatchObject({ track: "here", fetched: 20, detail: null });
    expect(await itemsOf(ann, peer)).toEqual([]);
  });

  it("does not exist before the flight, and only the account may request it", async () => {
    const planned = await done<Flight>(there.ann.call("POST", "/v1/flights", PLAN));
    await sync();
    expect(await copyOf(planned.id)).toMatchObject({ track: "none" });
    expect(await fetchTrack(planned.id)).toMatchObject({ status: 409, body: { error: "not_flown" } });
    expect((await fetchTrack(planned.id, here.bob)).status).toBe(404);
    const own = await done<Flight>(ann.call("POST", "/v1/flights", PLAN));
    expect(await copiesOf(own.id)).toEqual([]);
    expect(await copiesOf(planned.id, here.bob)).toEqual([]);
  });
});

describe("public flights of others", () => {
  let open: Flight;
  let hidden: Flight;
  const listed = async (person: Person) =>
    (await done<readonly Flight[]>(person.call("GET", "/v1/flights?limit=1000"))).map(({ id }) => id);

  beforeAll(async () => {
    open = await fly(there.bob, 40, { visibility: "public", callsign_used: "BOB" });
    hidden = await fly(there.bob, 5, { visibility: "private" });
    await sync();
  });

  it("are not fetched unless that is chosen", async () => {
    expect(await listed(here.root)).not.toContain(open.id);
  });

  it("are shown as those of others, and nothing is sent back", async () => {
    await done(ann.call("PATCH", `${PEERS}/${peer.id}`, { scope: { public: true } }));
    await ended();
    await sync();
    expect(await listed(ann)).toContain(open.id);
    expect(await listed(here.root)).not.toContain(hidden.id);
    expect(await copyOf(open.id)).toMatchObject({ is_others: true, track: "there" });
    expect((await ann.call("PATCH", `/v1/flights/${open.id}`, { max_height: 3 })).status).toBe(403);
    await done(fetchTrack(open.id));
    expect(await untilHere(open.id)).toMatchObject({ track: "here", fetched: 40, is_others: true });
    expect(await pointsOf(here.bob, open.id)).toEqual(await pointsOf(there.bob, open.id));
    await sync();
    expect(await itemsOf(ann, peer, "?state=clean")).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ local_id: open.id })]),
    );
    expect(await itemsOf(ann, peer)).toEqual([]);
  });

  it("are hidden when they are not public any more", async () => {
    const planned = await done<Flight>(there.bob.call("POST", "/v1/flights", { ...PLAN, visibility: "public" }));
    await sync();
    expect(await listed(ann)).toContain(planned.id);
    await done(there.bob.call("PATCH", `/v1/flights/${planned.id}`, { visibility: "private" }));
    await sync();
    expect(await listed(ann)).not.toContain(planned.id);
    expect((await ann.call("GET", `/v1/flights/${planned.id}`)).status).toBe(404);
    expect(await listed(ann)).toContain(open.id);
  });
});
