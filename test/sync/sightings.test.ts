import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SyncPeer } from "../../server/contracts/sync.ts";
import { describeOperations, receive, operationsOf, pass, peersOf, recordsOf } from "./sightings.fixture.ts";
import { done, PEERS, startSyncStation, itemsOf } from "./sync-station.ts";

const [here, there, third] = [await startSyncStation(), await startSyncStation(), await startSyncStation()];
const stations = [here, there, third];
afterAll(async () => {
  for (const station of stations) await station[Symbol.asyncDispose]();
});

const SURVEY = "1596F351901936310360";
const VISITOR = "1588E040445AC004418";

/** The peers of each station, in the order of the stations. */
let peers: readonly (readonly SyncPeer[])[];

/** Every station exchanges with both others. */
async function syncAll(): Promise<void> {
  for (const [index, station] of stations.entries()) {
    for (const peer of peers[index]!) expect(await pass(station.ann, peer)).toMatchObject({ last_error: null });
  }
}

async function expectSame(): Promise<void> {
  const [one, ...others] = await Promise.all(
    stations.map(async ({ ann }) => describeOperations(await operationsOf(ann))),
  );
  for (const other of others) expect(other).toEqual(one);
  for (const other of [there, third]) expect(recordsOf(other)).toEqual(recordsOf(here));
}

beforeAll(async () => {
  // One aircraft that two stations received, one of them with a sensor of the same name; and one that only one did.
  await receive(
    here.ann,
    { sensor: "ROOF", mac: "01", serial: SURVEY, count: 300, operator: true },
    { sensor: "VAN", mac: "02", serial: VISITOR, from: 600, count: 800, stepS: 10, north: 30_000 },
  );
  await receive(
    there.ann,
    { sensor: "ROOF", mac: "01", serial: SURVEY, from: 20, count: 200 },
    // It declares nothing, and is where the first one is.
    { sensor: "MAST", mac: "03", technology: "bluetooth_legacy", from: 60, count: 100 },
  );
  // Two that only their address shows to be one.
  await receive(here.ann, { sensor: "VAN", mac: "04", from: 1000, north: -20_000 });
  await receive(third.ann, { sensor: "HUT", mac: "04", technology: "wifi_nan", from: 1030, north: -20_000 });
  peers = [
    await peersOf(here, [there, third]),
    await peersOf(there, [here, third]),
    await peersOf(third, [here, there]),
  ];
});

describe("three stations that received parts of the same traffic", () => {
  it("have the same operations and the same records, once each has sent to each", async () => {
    expect(await operationsOf(here.ann)).toHaveLength(3);
    await syncAll();
    await expectSame();
    const operations = await operationsOf(third.ann);
    expect(operations).toHaveLength(3);
    const survey = operations.find(({ ua_identifiers: [id] }) => id?.value === SURVEY)!;
    expect(survey.status).toBe("past");
    expect(survey.suboperations.map(({ sensor_id, message_count }) => [sensor_id, message_count])).toEqual([
      ["ROOF", 300],
      ["ROOF", 200],
      ["MAST", 100],
    ]);
    expect(survey.suboperations.map(({ link_reason }) => link_reason)).toEqual([
      "first_seen",
      "same_identifier",
      "continuity",
    ]);
  });

  it("recognise each other as stations", async () => {
    const peer = await done<SyncPeer>(here.ann.call("GET", `${PEERS}/${peers[0]![0]!.id}`));
    expect(peer).toMatchObject({ kind: "station", waiting: 0, scope: { sightings: true } });
    expect(peer.capabilities).toMatchObject({ sync: 1 });
  });

  it("send what they received themselves, and never what came from another", () => {
    const sent = stations.map(({ read }) =>
      read<{ sensor: string }>(
        `SELECT DISTINCT s.sensor_id AS sensor FROM sync_step JOIN suboperation AS s ON s.uuid = local_id
         WHERE kind = 'sightings' ORDER BY sensor`,
      ).map(({ sensor }) => sensor),
    );
    expect(sent).toEqual([["ROOF", "VAN"], ["MAST", "ROOF"], ["HUT"]]);
  });

  it("state where each suboperation was received", async () => {
    const { changes } = await done<{ changes: { station_id: string }[] }>(
      third.ann.call("GET", "/station/v1/sync/changes"),
    );
    expect(changes).toHaveLength(6);
    expect(new Set(changes.map(({ station_id }) => station_id)).size).toBe(3);
    const own = (await operationsOf(third.ann)).flatMap(({ suboperations }) =>
      suboperations.filter(({ station_id: station }) => station === undefined).map(({ sensor_id: sensor }) => sensor),
    );
    expect(own).toEqual(["HUT"]);
  });

  it("change nothing in another round", async () => {
    const changed = () => stations.map(({ read }) => read("SELECT max(change_seq) AS seq FROM suboperation"));
    const before = changed();
    await syncAll();
    expect(changed()).toEqual(before);
  });

  it("send only what is new afterwards, also where it is earlier", async () => {
    await receive(
      here.ann,
      { sensor: "ROOF", mac: "01", serial: SURVEY, from: -30, count: 20 },
      { sensor: "ROOF", mac: "01", serial: SURVEY, from: 305, count: 20 },
    );
    const before = await done<SyncPeer>(here.ann.call("GET", `${PEERS}/${peers[0]![0]!.id}`));
    const after = await pass(here.ann, peers[0]![0]!);
    // The whole track would be more than that.
    expect(after.bytes.sent - before.bytes.sent).toBeLessThan(16_000);
    await syncAll();
    await expectSame();
  });

  it("leave a manual merge where it was made, also when more is received", async () => {
    const operations = await operationsOf(here.ann);
    const [one, other] = [SURVEY, VISITOR].map(
      (serial) => operations.find(({ ua_identifiers: [id] }) => id?.value === serial)!.id,
    );
    await done(here.root.call("POST", `/station/v1/operations/${one}/merge`, { with: [other], confirm: true }));
    await receive(here.ann, { sensor: "ROOF", mac: "01", serial: SURVEY, from: 330, count: 5 });
    await syncAll();
    expect(await operationsOf(here.ann)).toHaveLength(2);
    expect(await operationsOf(there.ann)).toHaveLength(3);
    expect(recordsOf(there)).toEqual(recordsOf(here));
    for (const [index, station] of stations.entries()) {
      for (const peer of peers[index]!) expect(await itemsOf(station.ann, peer)).toEqual([]);
    }
  });

  it("leave a manual split where it was made, of what came from another station too", async () => {
    const operations = await operationsOf(third.ann);
    const survey = operations.find(({ ua_identifiers: [id] }) => id?.value === SURVEY)!;
    const suboperation_ids = survey.suboperations.filter(({ sensor_id }) => sensor_id === "MAST").map(({ id }) => id);
    await done(third.root.call("POST", `/station/v1/operations/${survey.id}/split`, { suboperation_ids }));
    await receive(there.ann, { sensor: "MAST", mac: "03", technology: "bluetooth_legacy", from: 161, count: 9 });
    await syncAll();
    expect(await operationsOf(third.ann)).toHaveLength(4);
    expect(await operationsOf(there.ann)).toHaveLength(3);
    expect(recordsOf(third)).toEqual(recordsOf(there));
  });
});
