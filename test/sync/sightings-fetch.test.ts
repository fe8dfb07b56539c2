import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SyncPeer } from "../../server/contracts/sync.ts";
import type { WireRequest } from "../../server/sync/index.ts";
import {
  answerLost,
  BEGIN_MS,
  describeOperations,
  detections,
  receive,
  operationsOf,
  pass,
  recordsOf,
  serveFaultyProxy,
} from "./sightings.fixture.ts";
import { addPeer, done, PEERS, type SyncStation, startSyncStation } from "./sync-station.ts";
import { listRows } from "../support/packed-tracks.ts";

/** Two stations of the field, and the hub that both exchange with; the hub itself asks nobody. */
const [here, there, hub] = [await startSyncStation(), await startSyncStation(), await startSyncStation()];
const stations = [here, there, hub];
/** What was asked of the hub by `here`, and the answers of which are lost. */
let asked: WireRequest[] = [];
let isLost: (request: WireRequest) => boolean = () => false;
const way = await serveFaultyProxy(hub.station.url, async (request, go) => {
  asked.push(request);
  const answer = await go();
  return isLost(request) ? answerLost() : answer;
});
afterAll(async () => {
  await way.close();
  for (const station of stations) await station[Symbol.asyncDispose]();
});

const [SURVEY, VISITOR] = ["1596F351901936310360", "1588E040445AC004418"];
const survey = { sensor: "ROOF", mac: "01", serial: SURVEY, operator: true } as const;
const visitor = { sensor: "ROOF", mac: "02", serial: VISITOR, north: 9000 } as const;
const scope = { fetch_sightings: true };
let [peerHere, peerThere]: SyncPeer[] = [];

const isRead = ({ method, url }: WireRequest) => method === "GET" && url.includes("/sync/sightings/");
const sensorsOf = async ({ ann }: SyncStation) =>
  (await operationsOf(ann)).flatMap(({ suboperations }) => suboperations.map(({ sensor_id }) => sensor_id)).toSorted();

async function expectSame(...all: readonly SyncStation[]): Promise<void> {
  const [one, ...others] = await Promise.all(all.map(async ({ ann }) => describeOperations(await operationsOf(ann))));
  for (const other of others) expect(other).toEqual(one);
  for (const other of all.slice(1)) expect(recordsOf(other)).toEqual(recordsOf(all[0]!));
}

beforeAll(async () => {
  await receive(here.ann, { ...survey, count: 1500 });
  await receive(there.ann, { ...survey, from: 20, count: 200 }, { ...visitor, count: 2100, stepS: 5 });
  await receive(hub.ann, { sensor: "MAST", mac: "01", serial: SURVEY, from: 40 });
  peerHere = await addPeer(here.ann, { base_url: way.url, token: hub.ann.pat, auto: false, scope });
  peerThere = await addPeer(there.ann, { base_url: hub.station.url, token: hub.ann.pat, auto: false, scope });
});

describe("stations that exchange with a hub only", () => {
  it("end with the same operations and records, also those of each other", async () => {
    await pass(there.ann, peerThere!);
    expect(await pass(here.ann, peerHere!)).toMatchObject({ last_error: null });
    expect(await pass(there.ann, peerThere!)).toMatchObject({ last_error: null });
    await expectSame(hub, here, there);
    expect(await sensorsOf(here)).toEqual(["MAST", "ROOF", "ROOF", "ROOF"]);
  });

  it("keep the station that received it, however it came", () => {
    const origins = (station: SyncStation) =>
      station.read("SELECT DISTINCT origin FROM suboperation WHERE sensor_id = 'ROOF' AND origin IS NOT NULL");
    const [{ id }] = there.read<{ id: string }>("SELECT id FROM station") as [{ id: string }];
    expect(origins(here)).toEqual([{ origin: id }]);
  });

  it("request nothing again, and change nothing, when nothing is new", async () => {
    const changed = () => stations.map(({ read }) => read("SELECT max(change_seq) AS seq FROM suboperation"));
    const before = changed();
    asked = [];
    await pass(here.ann, peerHere!);
    expect(asked.filter((request) => request.url.includes("/sync/")).map(({ url }) => new URL(url).pathname)).toEqual([
      "/station/v1/sync/changes",
    ]);
    expect(changed()).toEqual(before);
  });

  it("request only what is new, also where it is earlier than what was fetched", async () => {
    await receive(hub.ann, { sensor: "MAST", mac: "01", serial: SURVEY, from: 100, count: 30 });
    await receive(there.ann, { ...visitor, from: -60, count: 50 });
    await pass(there.ann, peerThere!);
    asked = [];
    const before = await done<SyncPeer>(here.ann.call("GET", `${PEERS}/${peerHere!.id}`));
    const after = await pass(here.ann, peerHere!);
    // Not the hours of the visitor that did not change.
    expect(after.bytes.received - before.bytes.received).toBeLessThan(300_000);
    await expectSame(hub, here);
  });

  it("begin again with everything when the hub was restored from a backup", async () => {
    here.write("UPDATE sync_peer SET sightings_cursor = 'AAAA'");
    await pass(here.ann, peerHere!);
    expect(here.read("SELECT sightings_cursor AS cursor FROM sync_peer")).not.toEqual([{ cursor: "AAAA" }]);
    await expectSame(hub, here);
  });
});

describe("a fetch that is interrupted", () => {
  it("continues where it ended, and fetches nothing twice", async () => {
    await receive(there.ann, { sensor: "VAN", mac: "07", serial: "1581F5FJD228200A0B1C", count: 2400, north: 20_000 });
    await pass(there.ann, peerThere!);
    asked = [];
    let reads = 0;
    isLost = (request) => isRead(request) && ++reads === 5;
    expect(await pass(here.ann, peerHere!)).toMatchObject({ state: "offline" });
    const stored = listRows(here.read).length;
    isLost = () => false;
    asked = [];
    expect(await pass(here.ann, peerHere!)).toMatchObject({ state: "ready", last_error: null });
    await expectSame(hub, here);
    // The two thousand before the fifth request are not read again.
    expect(listRows(here.read)).toHaveLength(stored + 400);
    expect(asked.filter((request) => isRead(request) && !request.url.endsWith("/hours"))).toHaveLength(1);
  });
});

describe("what not all users of the hub may see", () => {
  it("is not fetched, and cannot be read with the id", async () => {
    await receive(hub.ann, { sensor: "HUT", mac: "09", serial: "1581F5FKD229L00A0B1D", north: -30_000 });
    const operation = (await operationsOf(hub.root)).find(({ suboperations: [one] }) => one!.sensor_id === "HUT")!;
    const access = `/station/v1/operations/${operation.id}/access`;
    await done(hub.root.call("PUT", access, { visibility: "private" }));
    await pass(here.ann, peerHere!);
    expect(await sensorsOf(here)).not.toContain("HUT");
    const path = `/station/v1/sync/sightings/${operation.suboperations[0]!.id}`;
    for (const person of [hub.ann, hub.root]) {
      expect(await person.call("GET", path)).toMatchObject({ status: 404 });
      expect(await person.call("GET", `${path}/hours`)).toMatchObject({ status: 404 });
    }
    expect(await hub.station.call("GET", path)).toMatchObject({ status: 401 });
    await done(hub.root.call("PUT", access, { visibility: "public" }));
    await pass(here.ann, peerHere!);
    expect(await sensorsOf(here)).toContain("HUT");
    expect(await hub.ann.call("GET", path)).toMatchObject({ status: 200, body: { until: null } });
  });

  it("stays deleted where a user deleted it, and is not requested again", async () => {
    const operation = (await operationsOf(here.root)).find(({ suboperations: [one] }) => one!.sensor_id === "HUT")!;
    await done(here.root.call("DELETE", `/v2/airspace/operations/${operation.id}`));
    await receive(hub.ann, { sensor: "HUT", mac: "09", serial: "1581F5FKD229L00A0B1D", north: -30_000, from: 90 });
    asked = [];
    await pass(here.ann, peerHere!);
    expect(await sensorsOf(here)).not.toContain("HUT");
    expect(asked.filter(isRead)).toEqual([]);
  });

  it("is not fetched at all where the scope does not include it", async () => {
    await receive(hub.ann, { sensor: "MAST", mac: "01", serial: SURVEY, from: 200, count: 5 });
    await done(here.ann.call("PATCH", `${PEERS}/${peerHere!.id}`, { scope: {} }));
    asked = [];
    await pass(here.ann, peerHere!);
    expect(asked.filter(({ url }) => url.includes("/sync/changes"))).toEqual([]);
  });
});

describe("what is older than the days that were chosen", () => {
  const DAY_MS = 86_400_000;
  const sensorsIn = ({ read }: SyncStation) =>
    read<{ readonly sensor: string }>("SELECT sensor_id AS sensor FROM suboperation").map(({ sensor }) => sensor);
  const choose = (days_back: number) =>
    done(here.ann.call("PATCH", `${PEERS}/${peerHere!.id}`, { scope: { ...scope, days_back } }));
  const receiveOld = async ({ ann }: SyncStation, sensor: string, mac: string) => {
    const old = detections({ sensor, mac, north: 60_000, count: 20 }, BEGIN_MS - 3 * DAY_MS);
    await done(ann.call("POST", "/station/v1/ingest/scout", old));
  };

  it("is exchanged both ways once more days are chosen", async () => {
    await choose(1);
    await receiveOld(hub, "OLDHUB", "21");
    await receiveOld(here, "OLDHERE", "22");
    await pass(here.ann, peerHere!);
    expect([sensorsIn(here).includes("OLDHUB"), sensorsIn(hub).includes("OLDHERE")]).toEqual([false, false]);
    await choose(10);
    await pass(here.ann, peerHere!);
    expect([sensorsIn(here).includes("OLDHUB"), sensorsIn(hub).includes("OLDHERE")]).toEqual([true, true]);
  });
});
