import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Aircraft } from "../../server/contracts/aircraft.ts";
import type { AnnotationList } from "../../server/contracts/annotations.ts";
import type { Device } from "../../server/contracts/devices.ts";
import type { FlightPoint, StatusEntry } from "../../server/contracts/flight-telemetry.ts";
import type { Flight } from "../../server/contracts/flights.ts";
import type { StationInfo } from "../../server/contracts/station.ts";
import type { SyncConflict, SyncPeer } from "../../server/contracts/sync.ts";
import { backupRecording, restoreRecording } from "../../server/storage/backup.ts";
import { makePersistentDataDir } from "../api/restore.requests.ts";
import { PLAN, point, START_MS } from "../api/flights-station.ts";
import { startStationInProcess } from "../support/station-in-process.ts";
import { detections, pass, recordsOf, type Reception } from "./sightings.fixture.ts";
import { addPeer, done, type SyncStation, type Person, startSyncStation, itemsOf } from "./sync-station.ts";

/** A hub that a backup was restored at: it lacks what it acknowledged since that backup was made. */

let aheadMs = START_MS - Date.now();
const clock = { now: () => Date.now() + aheadMs };
/** No flight counts as over while points may still arrive. */
const QUIET_MS = 11 * 60_000;
const HOUR_MS = 3_600_000;

const kept = makePersistentDataDir();
const backup = `${kept.dataDir}-monday.sqlite`;
const here = await startSyncStation({ clock });
const hub = await startSyncStation({ clock, dataDir: kept.dataDir });
/** A second station of the same account at the hub. */
const mate = await startSyncStation({ clock });
let running: AsyncDisposable = hub;
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await mate[Symbol.asyncDispose]();
  await running[Symbol.asyncDispose]();
  kept[Symbol.dispose]();
});
const [ann, remote] = [here.ann, hub.ann];
let [peer, peerOfMate]: SyncPeer[] = [];

const sync = () => pass(ann, peer!);
const receive = (person: Person, reception: Reception) =>
  done(person.call("POST", "/station/v1/ingest/scout", detections(reception, START_MS - 5 * HOUR_MS)));
const pointsOf = (person: Person, id: string) =>
  done<readonly FlightPoint[]>(person.call("GET", `/v1/flights/${id}/telemetry`));
const statesOf = (person: Person, id: string) =>
  done<readonly StatusEntry[]>(person.call("GET", `/v1/flights/${id}/status-history`));
const notesAt = (id: string) => `/v2/airspace/operations/${id}/user-data`;
const namesOf = async (person: Person) =>
  (await done<readonly Aircraft[]>(person.call("GET", "/v1/aircraft"))).map(({ name }) => name).toSorted();
const idsOf = async (person: Person) =>
  (await done<readonly Flight[]>(person.call("GET", "/v1/flights?limit=1000"))).map(({ id }) => id).toSorted();
/** Records of what receivers received, without those of flights, whose tracks have other ids on each station. */
function receivedOf(station: SyncStation): readonly object[] {
  const received = station.read<{ readonly uuid: string }>("SELECT uuid FROM suboperation WHERE owner IS NULL");
  const uuids = new Set(received.map(({ uuid }) => uuid));
  return recordsOf(station).filter((record) => "uuid" in record && uuids.has(record.uuid as string));
}

const recordingOf = async () => (await done<StationInfo>(remote.call("GET", "/station/v1/info"))).recording;

const addAircraft = (name: string) =>
  done<Aircraft>(
    ann.call("POST", "/v1/aircraft", { name, weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 }),
  );

async function fly(more: object, seconds: readonly number[]): Promise<string> {
  const flown = { date_started: "2026-11-20T07:00:00Z", date_finished: "2026-11-20T07:05:00Z" };
  const { id } = await done<Flight>(
    ann.call("POST", "/v1/flights", { ...PLAN, status: "finished", ...flown, ...more }),
  );
  await addPoints(id, seconds);
  return id;
}

async function addPoints(id: string, seconds: readonly number[]): Promise<void> {
  const points = seconds.map((second) => point(second));
  await done(ann.call("POST", `/v1/flights/${id}/telemetry`, points));
  const states = points.map(({ time }) => ({ flight: id, time, battery: 3.9 }));
  await done(ann.call("POST", `/v1/flights/${id}/status-history`, states));
}

const secondsUntil = (end: number, from = 0) => Array.from({ length: end - from }, (_, index) => from + index);

/** Starts the hub again at the same address. */
async function restart(whileStopped: () => Promise<unknown> = async () => undefined): Promise<void> {
  await running[Symbol.asyncDispose]();
  await whileStopped();
  const port = Number(new URL(hub.station.url).port);
  running = await startStationInProcess({ clock, dataDir: kept.dataDir, port, accessTokenLifeS: 86_400 });
}

const setBack = () => restart(() => restoreRecording(backup, kept.dataDir, clock.now()));

let [early, late] = ["", ""];

beforeAll(async () => {
  peer = await addPeer(ann, { base_url: hub.station.url, token: remote.pat, auto: false });
  peerOfMate = await addPeer(mate.ann, { base_url: hub.station.url, token: remote.pat, auto: false });
  const kite = await addAircraft("Kite");
  early = await fly({ aircraft: kite.id }, secondsUntil(60));
  await receive(ann, { sensor: "ROOF", mac: "01", serial: "1596F351901936310360", count: 100 });
  aheadMs += QUIET_MS;
  await sync();
  await backupRecording(kept.dataDir, backup, () => undefined);

  const lark = await addAircraft("Lark");
  const beacon = { serial_number: "1596F3BAEEE15CAFE", name: "Beacon 7", activation_confirmed: true };
  const device = await done<Device>(ann.call("POST", "/v1/devices", beacon));
  late = await fly({ aircraft: lark.id, device: device.id, visibility: "private" }, secondsUntil(90, 30));
  await done(ann.call("POST", notesAt(late), { note: "Windy at the ridge" }));
  await addPoints(early, secondsUntil(80, 60));
  await done(ann.call("PATCH", `/v1/aircraft/${kite.id}`, { name: "Red kite" }));
  await receive(ann, { sensor: "ROOF", mac: "01", serial: "1596F351901936310360", from: 100, count: 50 });
  await receive(ann, { sensor: "VAN", mac: "02", serial: "1588E040445AC004418", north: 9000, count: 70 });
  aheadMs += QUIET_MS;
});

it("compares nothing again with a hub that was only started again", async () => {
  expect(await sync()).toMatchObject({ waiting: 0, needs_person: 0, conflicts: 0, last_error: null });
  expect(await pointsOf(remote, late)).toHaveLength(60);
  expect(receivedOf(hub)).toEqual(receivedOf(here));
  await pass(mate.ann, peerOfMate!);
  expect(await namesOf(mate.ann)).toEqual(["Lark", "Red kite"]);
  const recording = await recordingOf();
  await restart();
  expect(await recordingOf()).toBe(recording);
  const before = await sync();
  const after = await sync();
  // Not a page of telemetry.
  expect(after.bytes.received - before.bytes.received).toBeLessThan(15_000);
});

describe("after a backup took the place of the hub's recording", () => {
  it("has a new recording id, and lacks what it has acknowledged since the backup was made", async () => {
    const recording = await recordingOf();
    await setBack();
    expect(await recordingOf()).not.toBe(recording);
    expect((await remote.call("GET", `/v1/flights/${late}`)).status).toBe(404);
    expect(await pointsOf(remote, early)).toHaveLength(60);
    expect(receivedOf(hub)).toHaveLength(100);
  });

  it("has the flights, the telemetry and all that belongs to them again, once", async () => {
    // What the hub counts grows beyond what it was before.
    await receive(remote, { sensor: "MAST", mac: "03", serial: "1581F5FJD228200A0B1C", north: 20_000, count: 200 });
    await sync();
    expect(await idsOf(remote)).toEqual(await idsOf(ann));
    for (const id of [early, late]) {
      expect(await pointsOf(remote, id)).toEqual(await pointsOf(ann, id));
      expect(await statesOf(remote, id)).toHaveLength((await statesOf(ann, id)).length);
    }
    expect(await pointsOf(remote, early)).toHaveLength(80);
    const copy = await done<Flight>(remote.call("GET", `/v1/flights/${late}`));
    expect(copy).toMatchObject({ visibility: "private", aircraft: { name: "Lark" }, device: { name: "Beacon 7" } });
    const { items } = await done<AnnotationList>(remote.call("GET", notesAt(late)));
    expect(items.map(({ note }) => note)).toEqual(["Windy at the ridge"]);
    const sent = receivedOf(here);
    expect(sent).toHaveLength(220);
    expect(receivedOf(hub)).toEqual(expect.arrayContaining([...sent]));
    expect(receivedOf(hub)).toHaveLength(sent.length + 200);
  });

  it("checks whether an edit arrived, because it may have been edited there since", async () => {
    expect(await namesOf(remote)).toEqual(["Kite", "Lark"]);
    expect(await itemsOf(ann, peer!)).toMatchObject([{ kind: "aircraft", state: "conflict" }]);
    const [conflict] = await done<readonly SyncConflict[]>(ann.call("GET", "/station/v1/sync/conflicts"));
    expect(conflict).toMatchObject({ fields: { name: { here: "Red kite", there: "Kite" } } });
    await done(ann.call("PUT", `/station/v1/sync/conflicts/${conflict!.id}`, { name: "here" }));
    expect(await sync()).toMatchObject({ waiting: 0, needs_person: 0, conflicts: 0, last_error: null });
    for (const person of [ann, remote]) expect(await namesOf(person)).toEqual(["Lark", "Red kite"]);
  });

  it("gets nothing twice from another station of the account, which keeps what it has", async () => {
    const [names, flights] = [await namesOf(mate.ann), await idsOf(mate.ann)];
    expect(await pass(mate.ann, peerOfMate!)).toMatchObject({ needs_person: 0, conflicts: 0, last_error: null });
    expect([await namesOf(mate.ann), await idsOf(mate.ann)]).toEqual([names, flights]);
    expect([await namesOf(remote), await idsOf(remote)]).toEqual([names, flights]);
    expect(await pointsOf(remote, late)).toHaveLength(60);
  });

  it("is sent nothing in another pass", async () => {
    const before = await sync();
    const [flights, records] = [await idsOf(remote), receivedOf(hub)];
    const after = await sync();
    // Only requests without a body.
    expect(after.bytes.sent - before.bytes.sent).toBeLessThan(8000);
    expect(await idsOf(remote)).toEqual(flights);
    expect(receivedOf(hub)).toEqual(records);
  });
});
