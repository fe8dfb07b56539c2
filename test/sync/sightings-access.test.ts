import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../server/contracts/operations.ts";
import type { SyncPeer } from "../../server/contracts/sync.ts";
import { BEGIN_MS, receive, operationsOf, pass } from "./sightings.fixture.ts";
import { addPeer, done, type Failure, startSyncStation, itemsOf } from "./sync-station.ts";
import { listRows } from "../support/packed-tracks.ts";

const [here, there] = [await startSyncStation(), await startSyncStation()];
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
});
const SERIALS = ["1596F351901936310360", "1588E040445AC004418", "1581F5FJD228200A0B1C"] as const;
const aircraft = SERIALS.map((serial, index) => ({
  sensor: "ROOF",
  mac: `0${index + 1}`,
  serial,
  north: index * 9000,
}));
let peer: SyncPeer;

const serialsOf = async (station: typeof here) =>
  (await operationsOf(station.ann)).map(({ ua_identifiers: [id] }) => id!.value).toSorted();
async function operationOf(station: typeof here, serial: string): Promise<Operation> {
  const operations = await operationsOf(station.root);
  return operations.find(({ ua_identifiers: [id] }) => id?.value === serial)!;
}
const setVisibility = (id: string, visibility: string) =>
  done(here.root.call("PUT", `/station/v1/operations/${id}/access`, { visibility }));

beforeAll(async () => {
  await receive(here.ann, ...aircraft);
  peer = await addPeer(here.ann, { base_url: there.station.url, token: there.ann.pat, auto: false });
});

describe("what not all users may see", () => {
  it("is not sent while it is private, or deleted", async () => {
    await setVisibility((await operationOf(here, SERIALS[0])).id, "private");
    await done(here.root.call("DELETE", `/v2/airspace/operations/${(await operationOf(here, SERIALS[1])).id}`));
    await pass(here.ann, peer);
    expect(await serialsOf(there)).toEqual([SERIALS[2]]);
    expect(listRows(there.read).filter((row) => Number(row["latitude_e7"]) < 500_500_000)).toEqual([]);
  });

  it("is sent once it is public, or restored", async () => {
    await setVisibility((await operationOf(here, SERIALS[0])).id, "public");
    const [deleted] = await done<{ operation: Operation }[]>(here.root.call("GET", "/station/v1/operations/removed"));
    await done(here.root.call("POST", `/station/v1/operations/${deleted!.operation.id}/restore`));
    await pass(here.ann, peer);
    expect(await serialsOf(there)).toEqual(SERIALS.toSorted());
  });

  it("stays deleted where it was deleted, and nothing more of it is taken", async () => {
    const { id } = await operationOf(there, SERIALS[1]);
    await done(there.root.call("DELETE", `/v2/airspace/operations/${id}`));
    await receive(here.ann, { ...aircraft[1]!, from: 100 });
    await pass(here.ann, peer);
    expect(await serialsOf(there)).not.toContain(SERIALS[1]);
    expect(await itemsOf(here.ann, peer)).toMatchObject([{ kind: "sightings", state: "off", code: "deleted_there" }]);
    expect(await serialsOf(here)).toContain(SERIALS[1]);
  });
});

const head = (over: object = {}) => ({
  id: "0191c5a0-0000-7000-8000-000000000001",
  operation_id: "0191c5a0-0000-7000-8000-000000000002",
  sensor_id: "HUT",
  transmission_technology: "wifi_beacon",
  source_type: "rid_receiver",
  transmitter: "mac:02:00:5e:00:53:77",
  declared: { identifiers: [{ type: "serial_number", value: "1581F5FKD229L00A0B1D" }] },
  ...over,
});
const ua = (second: number, over: object = {}) => ({
  observed_at: new Date(BEGIN_MS + second * 1000).toISOString(),
  received_at: new Date(BEGIN_MS + second * 1000 + 5).toISOString(),
  latitude: 51,
  longitude: 14,
  operational_state: "airborne",
  ...over,
});
const STATION = { id: "5f0c5a3e-6a53-4f43-9f0b-6b1d3c6f5a11" };
const SIGHTINGS = "/station/v1/sync/sightings";
const body = (over: object = {}) => ({ station: STATION, suboperation: head(), ua: [ua(0)], ...over });

describe("a request with received telemetry", () => {
  it("needs a credential", async () => {
    expect(await there.station.call("POST", SIGHTINGS, { body: body() })).toMatchObject({ status: 401 });
  });

  it.each([
    [{ ua: [ua(0), ua(1, { latitude: 91 })] }, /^ua\.1\.latitude: /],
    [{ ua: [ua(0, { observed_at: "yesterday" })] }, /^ua\.0\.observed_at: /],
    [{ ua: Array.from({ length: 1001 }, (_, second) => ua(second)) }, /^ua: /],
    [{ suboperation: head({ id: "7" }) }, /^suboperation\.id: /],
    [{ suboperation: head({ transmission_technology: "smoke" }) }, /^suboperation\.transmission_technology: /],
    [{ station: {} }, /^station\.id: /],
  ])("is refused with the field that is wrong", async (over, message) => {
    const refused = await there.ann.call("POST", SIGHTINGS, body(over));
    expect(refused.status).toBe(400);
    expect((refused.body as Failure).messages[0]).toMatch(message);
  });

  it("is taken but for what is ahead of the clock", async () => {
    const future = new Date(Date.now() + 3_600_000).toISOString();
    const sent = body({ ua: [ua(0), ua(1), ua(2, { observed_at: future })] });
    const receipt = await done(there.bob.call("POST", SIGHTINGS, sent));
    expect(receipt).toMatchObject({
      state: "received",
      refused: [{ observed_at: future, code: "ahead_of_clock" }],
      hours: [{ from: new Date(BEGIN_MS).toISOString(), count: 2 }],
    });
    const [operation] = (await operationsOf(there.ann)).filter(({ id }) => id === head().operation_id);
    expect(operation?.suboperations).toMatchObject([{ id: head().id, sensor_id: "HUT", message_count: 2 }]);
  });

  it("cannot add to what another account sent, or to what the station received itself", async () => {
    expect(await done(there.ann.call("POST", SIGHTINGS, body({ ua: [ua(9)] })))).toMatchObject({
      state: "other_account",
      hours: [],
    });
    const own = (await operationOf(here, SERIALS[2])).suboperations[0]!.id;
    const forged = body({ suboperation: head({ id: own }), ua: [ua(9)] });
    expect(await done(here.bob.call("POST", SIGHTINGS, forged))).toMatchObject({ state: "own", hours: [] });
    expect(listRows(here.read).filter((row) => row["latitude_e7"] === 510_000_000)).toEqual([]);
  });

  it("does not store the records of two merged suboperations twice", async () => {
    const merged = head({ id: "0191c5a0-0000-7000-8000-000000000003", united: [head().id] });
    const sent = body({ suboperation: merged, ua: [ua(0), ua(1), ua(3)] });
    expect(await done(there.bob.call("POST", SIGHTINGS, sent))).toMatchObject({ state: "received" });
    const [operation] = (await operationsOf(there.ann)).filter(({ ua_identifiers: [id] }) =>
      id!.value.startsWith("1581F5FKD"),
    );
    expect(operation?.suboperations).toMatchObject([{ id: merged.id, message_count: 3 }]);
    expect(await done(there.bob.call("POST", SIGHTINGS, body({ ua: [ua(5)] })))).toMatchObject({ state: "united" });
  });

  it("is refused from a copy of the station itself", async () => {
    const [{ id }] = there.read<{ id: string }>("SELECT id FROM station") as [{ id: string }];
    const refused = await there.bob.call("POST", SIGHTINGS, body({ station: { id } }));
    expect(refused).toMatchObject({ status: 409, body: { error: "same_station" } });
  });
});

describe("what changed", () => {
  const changes = (person: typeof here.ann, query = "") =>
    done<{ changes: { suboperation: string }[]; next: string; more: boolean }>(
      person.call("GET", `/station/v1/sync/changes${query}`),
    );

  it("comes in pages, and afterwards only what changed since", async () => {
    const first = await changes(here.ann, "?limit=2");
    expect(first).toMatchObject({ more: true });
    const second = await changes(here.ann, `?limit=2&since=${first.next}`);
    expect(second).toMatchObject({ more: false });
    expect([...first.changes, ...second.changes]).toHaveLength(3);
    expect(await changes(here.ann, `?since=${second.next}`)).toMatchObject({ changes: [], more: false });
    await receive(here.ann, { ...aircraft[2]!, from: 200, count: 1 });
    const since = await changes(here.ann, `?since=${second.next}`);
    expect(since.changes).toMatchObject([{ sensor_id: "ROOF", records: 61 }]);
  });

  it("is only what the caller may read", async () => {
    const { id, suboperations } = await operationOf(here, SERIALS[2]);
    await setVisibility(id, "private");
    const listed = async (person: typeof here.ann) => (await changes(person)).changes.map((one) => one.suboperation);
    expect(await listed(here.ann)).not.toContain(suboperations[0]!.id);
    expect(await listed(here.root)).toContain(suboperations[0]!.id);
  });

  it("is refused after a cursor of another station, and hours must be full ones", async () => {
    const { next } = await changes(here.ann);
    const refused = await there.ann.call("GET", `/station/v1/sync/changes?since=${next}`);
    expect(refused).toMatchObject({ status: 400, body: { error: "unknown_cursor" } });
    const hours = [{ from: new Date(BEGIN_MS + 1).toISOString(), count: 1, hash: "0".repeat(32) }];
    const uneven = await there.ann.call("POST", "/station/v1/sync/have", { suboperation: head().id, hours });
    expect(uneven.status).toBe(400);
    expect((uneven.body as Failure).messages[0]).toMatch(/^hours\.0\.from: /);
  });
});
