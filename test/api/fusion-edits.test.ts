import { rmSync } from "node:fs";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FusionEdit, FusionResult } from "../../server/contracts/fusion.ts";
import { LIVE_PATH, type Notice } from "../../server/contracts/live.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import { isoFromMs, SECOND_MS } from "../../server/kernel/clock.ts";
import { startWholeStation, type WholeStation } from "../identity/whole/whole-station.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";

const NOON_MS = Date.UTC(2025, 4, 1, 12);
let dataDir: string;
let station: WholeStation;

const start = () => startWholeStation({ dataDir, clock: { now: () => NOON_MS }, localOperator: true });
beforeAll(async () => {
  dataDir = makeDataDir("fusion-edits");
  station = await start();
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
});

type Heard = {
  readonly sensor: string;
  readonly serial?: string;
  readonly mac: string;
  /** Degrees north: each test has a parallel of its own. */
  readonly north: number;
  /** Seconds before noon. */
  readonly ago: number;
  readonly count?: number;
};

async function hear(...flights: readonly Heard[]): Promise<void> {
  const lines = flights.flatMap(({ sensor, serial, mac, north, ago, count = 10 }) =>
    Array.from({ length: count }, (_, index) =>
      JSON.stringify({
        sn: sensor,
        tech: "wifi_beacon",
        mac: `02:00:00:00:00:${mac}`,
        timestamp: isoFromMs(NOON_MS - ago * SECOND_MS + index * SECOND_MS),
        odid: {
          ...(serial !== undefined && { BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }] }),
          Location: { Status: 2, Latitude: north + index * 1e-5, Longitude: 14, AltitudeGeo: 300 },
        },
      }),
    ),
  );
  const headers = { "Content-Type": "application/x-ndjson" };
  const pushed = await fetch(`${station.url}/station/v1/ingest/scout`, {
    method: "POST",
    headers,
    body: lines.join("\n"),
  });
  if (pushed.status !== 200) throw new Error(`a push was answered with ${pushed.status}`);
}

const box = (north: number) => `bbox=13,${north - 0.01},15,${north + 0.01}`;
const list = async (north: number) =>
  (await station.call("GET", `/v2/airspace/operations?from=2025-05-01T00:00:00Z&${box(north)}`))
    .body as readonly Operation[];
const find = async (id: string) => (await station.call("GET", `/v2/airspace/operations/${id}`)).body as Operation;
const merge = (id: string, ...others: readonly string[]) =>
  station.call("POST", `/station/v1/operations/${id}/merge`, { body: { with: others } });
const mergeAnyway = (id: string, other: string) =>
  station.call("POST", `/station/v1/operations/${id}/merge`, { body: { with: [other], confirm: true } });
const split = (id: string, ...suboperations: readonly string[]) =>
  station.call("POST", `/station/v1/operations/${id}/split`, { body: { suboperation_ids: suboperations } });
const undo = (editId: string) => station.call("POST", `/station/v1/fusion-edits/${editId}/undo`);
const history = async (id: string) =>
  (await station.call("GET", `/station/v1/operations/${id}/fusion-edits`)).body as readonly FusionEdit[];
const records = async (id: string) =>
  (await station.call("GET", `/v2/airspace/telemetry/ua?operation_id=${id}`)).body as readonly UaTelemetry[];

async function done(answer: ReturnType<typeof merge>): Promise<FusionResult> {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as FusionResult;
}

/** An operation as its suboperations: `sensor reason confidence count`. */
const told = ({ suboperations }: Operation) =>
  suboperations.map((one) => [one.sensor_id, one.link_reason, one.link_confidence, one.message_count].join(" "));
const timeless = (operation: Operation) => ({ ...operation, time_updated: "" });

async function heardByTwo(north: number, serial: string): Promise<Operation> {
  await hear(
    { sensor: "roof", serial, mac: serial, north, ago: 300 },
    { sensor: "van", serial, mac: serial, north, ago: 298 },
  );
  const [operation, ...others] = await list(north);
  expect(others).toEqual([]);
  expect(told(operation!)).toEqual(["roof first_seen 1 10", "van same_identifier 0.98 10"]);
  return operation!;
}

async function twoFlights(north: number, one: string, other: string): Promise<readonly [Operation, Operation]> {
  await hear(
    { sensor: "roof", serial: one, mac: one, north, ago: 300 },
    { sensor: "van", serial: other, mac: other, north, ago: 290 },
  );
  const operations = await list(north);
  expect(operations.map(told)).toEqual([["roof first_seen 1 10"], ["van first_seen 1 10"]]);
  return [operations[0]!, operations[1]!];
}

describe("an operation that is split", () => {
  it("is two, and what is heard later goes where its sensor's suboperation is; undone, it is as it was", async () => {
    const before = await heardByTwo(10, "A1");
    const van = before.suboperations[1]!;
    const { edit, operations } = await done(split(before.id, van.id));
    expect(operations.map(told)).toEqual([["roof first_seen 1 10"], ["van by_hand 1 10"]]);
    const [kept, fresh] = operations as [Operation, Operation];
    expect(kept.id).toBe(before.id);
    expect(await list(10)).toEqual([kept, fresh]);
    expect(edit).toMatchObject({
      kind: "split",
      operation_ids: [before.id, fresh.id],
      moves: [
        {
          suboperation_id: van.id,
          from_operation_id: before.id,
          to_operation_id: fresh.id,
          link_reason: "same_identifier",
        },
      ],
      user_id: null,
      undoes: null,
      undone: false,
      can_undo: true,
    });
    expect(await records(fresh.id)).toHaveLength(10);
    expect((await records(fresh.id)).every(({ operation_id: id }) => id === fresh.id)).toBe(true);

    await hear(
      { sensor: "roof", serial: "A1", mac: "A1", north: 10, ago: 280 },
      { sensor: "van", serial: "A1", mac: "A1", north: 10, ago: 280 },
      { sensor: "mast", serial: "A1", mac: "A1", north: 10, ago: 280 },
    );
    expect((await list(10)).map(told)).toEqual([
      ["roof first_seen 1 20", "mast same_identifier 0.98 10"],
      ["van by_hand 1 20"],
    ]);

    const undone = await done(undo(edit.id));
    expect(undone.edit).toMatchObject({ kind: "undo", undoes: edit.id, can_undo: true });
    expect(undone.operations.map(told)).toEqual([
      ["roof first_seen 1 20", "van same_identifier 0.98 20", "mast same_identifier 0.98 10"],
    ]);
    expect((await find(fresh.id)).id).toBe(before.id);
    expect((await history(fresh.id)).map(({ kind, undone: isUndone, can_undo: can }) => [kind, isUndone, can])).toEqual(
      [
        ["undo", false, true],
        ["split", true, false],
      ],
    );

    const again = await done(undo(undone.edit.id));
    expect(again.operations.map(({ id }) => id)).toEqual([before.id, fresh.id]);
    expect((await list(10)).map(told)).toEqual([
      ["roof first_seen 1 20", "mast same_identifier 0.98 10"],
      ["van by_hand 1 20"],
    ]);
    expect((await history(before.id)).map(({ undone: isUndone }) => isUndone)).toEqual([false, true, false]);
  });

  it("comes together with what joined the new part meanwhile, when it is undone", async () => {
    const before = await heardByTwo(11, "A2");
    // The elder part is the new one: what comes later goes there.
    const { edit } = await done(split(before.id, before.suboperations[0]!.id));
    await hear({ sensor: "mast", serial: "A2", mac: "A2", north: 11, ago: 280 });
    expect((await list(11)).map(told)).toEqual([
      ["roof by_hand 1 10", "mast same_identifier 0.98 10"],
      ["van first_seen 1 10"],
    ]);
    const { operations } = await done(undo(edit.id));
    expect(operations.map(told)).toEqual([
      ["roof first_seen 1 10", "van same_identifier 0.98 10", "mast same_identifier 0.98 10"],
    ]);
    expect(await list(11)).toHaveLength(1);
  });
});

describe("operations that are merged", () => {
  it("are one, whose ids all work, whatever their aircraft declare; undone, they are as they were", async () => {
    const [one, other] = await twoFlights(20, "B1", "B2");
    const { edit, operations } = await done(merge(one.id, other.id));
    expect(operations.map(told)).toEqual([["roof first_seen 1 10", "van by_hand 1 10"]]);
    expect(operations[0]!.id).toBe(one.id);
    expect((await find(other.id)).id).toBe(one.id);
    expect(await records(other.id)).toHaveLength(20);
    expect(edit).toMatchObject({ kind: "merge", operation_ids: [one.id, other.id], can_undo: true });
    expect(await history(other.id)).toEqual([edit]);

    await hear(
      { sensor: "van", serial: "B2", mac: "B2", north: 20, ago: 270 },
      { sensor: "mast", serial: "B2", mac: "B2", north: 20, ago: 270 },
    );
    expect((await list(20)).map(told)).toEqual([
      ["roof first_seen 1 10", "van by_hand 1 20", "mast same_identifier 0.98 10"],
    ]);

    await done(undo(edit.id));
    expect((await list(20)).map(told)).toEqual([
      ["roof first_seen 1 10"],
      ["van first_seen 1 20", "mast same_identifier 0.98 10"],
    ]);
    expect((await list(20)).map(({ id }) => id)).toEqual([one.id, other.id]);
  });

  it("are exactly as they were when the merge is undone", async () => {
    const before = await twoFlights(21, "B3", "B4");
    const { edit } = await done(merge(before[1].id, before[0].id));
    expect((await list(21)).map(({ id }) => id)).toEqual([before[1].id]);
    await done(undo(edit.id));
    expect((await list(21)).map(timeless)).toEqual(before.map(timeless));
  });

  it("take those along that had become part of them before", async () => {
    const [one, other] = await twoFlights(22, "B5", "B6");
    const third = (await twoFlights(23, "B7", "B8"))[0];
    const first = await done(mergeAnyway(other.id, third.id));
    const second = await done(mergeAnyway(one.id, other.id));
    for (const { id } of [one, other, third]) expect((await find(id)).id).toBe(one.id);
    expect((await undo(first.edit.id)).status).toBe(409);
    expect((await history(one.id)).map(({ can_undo: can }) => can)).toEqual([true, false]);
    await done(undo(second.edit.id));
    expect((await find(third.id)).id).toBe(other.id);
    await done(undo(first.edit.id));
    for (const { id } of [one, other, third]) expect((await find(id)).id).toBe(id);
  });
});

it("an edit is undone once, and not while a later one depends on it", async () => {
  const [one, other] = await twoFlights(24, "C1", "C2");
  const merged = await done(merge(one.id, other.id));
  const parted = await done(split(one.id, one.suboperations[0]!.id));
  expect(await undo(merged.edit.id)).toMatchObject({ status: 409, body: { error: "later_edits" } });
  await done(undo(parted.edit.id));
  await done(undo(merged.edit.id));
  expect(await undo(merged.edit.id)).toMatchObject({ status: 409, body: { error: "already_undone" } });
  expect((await list(24)).map(timeless)).toEqual([one, other].map(timeless));
});

it("what was decided holds after a restart, and can be undone then", async () => {
  const whole = await heardByTwo(30, "D1");
  const [one, other] = await twoFlights(31, "D2", "D3");
  const parted = await done(split(whole.id, whole.suboperations[1]!.id));
  const merged = await done(merge(one.id, other.id));
  const before = [await list(30), await list(31)];
  await station[Symbol.asyncDispose]();
  station = await start();
  expect([await list(30), await list(31)]).toEqual(before);
  await hear(
    { sensor: "mast", serial: "D1", mac: "D1", north: 30, ago: 280 },
    { sensor: "van", serial: "D1", mac: "D1", north: 30, ago: 280 },
    { sensor: "van", serial: "D3", mac: "D3", north: 31, ago: 280 },
    { sensor: "roof", serial: "D2", mac: "D2", north: 31, ago: 280 },
  );
  expect((await list(30)).map(told)).toEqual([
    ["roof first_seen 1 10", "mast same_identifier 0.98 10"],
    ["van by_hand 1 20"],
  ]);
  expect((await list(31)).map(told)).toEqual([["roof first_seen 1 20", "van by_hand 1 20"]]);
  await done(undo(parted.edit.id));
  await done(undo(merged.edit.id));
  expect(await list(30)).toHaveLength(1);
  expect((await list(31)).map(told)).toEqual([["roof first_seen 1 20"], ["van first_seen 1 20"]]);
});

it("where an aircraft was last is known after a restart: a jump from there is warned of", async () => {
  await hear({ sensor: "roof", serial: "D4", mac: "D4", north: 35, ago: 300 });
  await station[Symbol.asyncDispose]();
  station = await start();
  await hear({ sensor: "roof", serial: "D4", mac: "D4", north: 35.1, ago: 280, count: 1 });
  const [operation] = await list(35);
  expect(operation?.warnings.map(({ type }) => type)).toContain("position_implausible");
});

it("nothing that is heard meanwhile is lost, and no two answers contradict", async () => {
  const whole = await heardByTwo(40, "E1");
  const van = whole.suboperations[1]!.id;
  let heard = 0;
  const pushing = (async () => {
    for (let turn = 0; turn < 20; turn++) {
      const ago = 280 - turn * 10;
      await hear(
        { sensor: "roof", serial: "E1", mac: "E1", north: 40, ago },
        { sensor: "van", serial: "E1", mac: "E1", north: 40, ago },
      );
      heard += 20;
    }
  })();
  for (let turn = 0; turn < 5; turn++) {
    const { edit } = await done(split(whole.id, van));
    const { operations } = await done(undo(edit.id));
    expect(operations).toHaveLength(1);
  }
  await Promise.all([pushing, split(whole.id, van), split(whole.id, van), undo("nothing")]);
  const after = await list(40);
  expect(after.flatMap(({ suboperations }) => suboperations)).toHaveLength(2);
  const counts = after.flatMap(({ suboperations }) => suboperations.map((one) => one.message_count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20 + heard);
  for (const { id, suboperations } of after) {
    expect(await records(id)).toHaveLength(suboperations.reduce((sum, one) => sum + one.message_count, 0));
  }
});

describe("what is refused changes nothing", () => {
  let one: Operation;
  let other: Operation;
  const ANONYMOUS = "00000000-0000-4000-8000-00000000dead";
  beforeAll(async () => {
    [one, other] = await twoFlights(50, "F1", "F2");
  });

  type Case = readonly [string, () => ReturnType<typeof merge>, number, RegExp];
  const post = (path: string, body: unknown) => station.call("POST", path, { body });
  const CASES: readonly Case[] = [
    ["merging an unknown operation", () => merge(ANONYMOUS, other.id), 404, /^operation_id: /],
    ["merging with an unknown operation", () => merge(one.id, ANONYMOUS), 422, /^with: .*dead/],
    ["merging with a suboperation", () => merge(one.id, other.suboperations[0]!.id), 422, /^with: /],
    ["merging a suboperation", () => merge(one.suboperations[0]!.id, other.id), 404, /^operation_id: /],
    ["merging an operation with itself", () => merge(one.id, one.id), 422, /^with: .*itself/],
    ["merging with nothing", () => merge(one.id), 400, /^with: /],
    ["merging with too many", () => merge(one.id, ...Array.from({ length: 101 }, String)), 400, /^with: /],
    ["merging with no list", () => post(`/station/v1/operations/${one.id}/merge`, {}), 400, /^with: /],
    ["merging with an empty name", () => merge(one.id, ""), 400, /^with\.0: /],
    ["splitting an unknown operation", () => split(ANONYMOUS, one.suboperations[0]!.id), 404, /^operation_id: /],
    ["splitting off all", () => split(one.id, one.suboperations[0]!.id), 422, /^suboperation_ids: .*stay/],
    ["splitting off another's", () => split(one.id, other.suboperations[0]!.id), 422, /^suboperation_ids: /],
    ["splitting off nothing", () => split(one.id), 400, /^suboperation_ids: /],
    ["undoing an unknown edit", () => undo(ANONYMOUS), 404, /^edit_id: /],
  ];
  it.each(CASES)("%s", async (_, ask, status, message) => {
    const before = await list(50);
    const answer = await ask();
    expect(answer).toMatchObject({ status, body: { messages: [expect.stringMatching(message)] } });
    expect(await list(50)).toEqual(before);
    expect(await history(one.id)).toEqual([]);
  });

  it("asking for the history of an unknown operation", async () => {
    const answer = await station.call("GET", `/station/v1/operations/${ANONYMOUS}/fusion-edits`);
    expect(answer).toMatchObject({ status: 404, body: { messages: [expect.stringMatching(/^operation_id: /)] } });
  });
});

it("who follows the live stream is told of both parts, and of an operation that is not there any more", async () => {
  const whole = await heardByTwo(60, "AB");
  const client = io(station.url, { path: LIVE_PATH, forceNew: true, transports: ["websocket"] });
  try {
    await new Promise<void>((resolve) => client.once("connect", () => resolve()));
    const notice = (type: string) =>
      new Promise<Notice>((resolve) => {
        client.on("notice", (one: Notice) => void (one.type === type && resolve(one)));
      });
    // They are taken in order: once the bad one is refused, the good one is in force.
    const refused = notice("invalid_viewport");
    client.emit("viewport", "13.9,59.9,14.1,60.1");
    client.emit("viewport", "nowhere");
    await refused;
    const [kept, fresh] = await new Promise<readonly Operation[]>((resolve, reject) => {
      const seen = new Map<string, Operation>();
      client.on("operation", (operation: Operation) => {
        if (operation.suboperations.length !== 1) return;
        seen.set(operation.id, operation);
        if (seen.size === 2) resolve([...seen.values()]);
      });
      split(whole.id, whole.suboperations[1]!.id).catch(reject);
    });
    expect([kept, fresh].map((one) => one!.ua_identifiers[0]?.value)).toEqual(["AB", "AB"]);
    const freshId = [kept!.id, fresh!.id].find((id) => id !== whole.id)!;
    const gone = notice("operation_removed");
    const [{ id: editId }] = (await history(whole.id)) as [FusionEdit];
    await done(undo(editId));
    expect((await gone).operation_id).toBe(freshId);
  } finally {
    client.close();
  }
});
