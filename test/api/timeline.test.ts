import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Positions, Timeline } from "../../server/contracts/timeline.ts";
import { isoFromMs, SECOND_MS } from "../../server/kernel/clock.ts";
import { ADA, BOB, type OperationsStation, startOperationsStation } from "./operations-station.ts";
import { at, DETECTIONS, SURVEY } from "./sample-day.fixture.ts";

/** The flights of the fixture in order; the third is Ada's own, and private. */
let station: OperationsStation;
let ids: readonly string[];
let notedAtMs: number;
beforeAll(async () => {
  station = await startOperationsStation();
  ids = station.operations.map(({ id }) => id);
  const access = `/station/v1/operations/${ids[2]}/access`;
  await done(station.as(ADA, "PUT", access, { visibility: "private" }));
  notedAtMs = Date.now();
  for (const [index, note] of [
    [0, "of the survey"],
    [2, "of the date line"],
  ] as const) {
    const path = `/v2/airspace/operations/${ids[index]}/user-data`;
    await done(station.as(ADA, "POST", path, { note }));
  }
});
afterAll(() => station[Symbol.asyncDispose]());

async function done(answer: ReturnType<OperationsStation["as"]>): Promise<void> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`);
}

async function get<T>(person: string, path: string, query: Readonly<Record<string, string>>): Promise<T> {
  const answer = await station.as(person, "GET", `${path}?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return answer.body as T;
}
const window = (fromMs: number, toMs: number) => ({ from: isoFromMs(fromMs), to: isoFromMs(toMs) });
const timeline = (person: string, fromMs: number, toMs: number) =>
  get<Timeline>(person, "/station/v1/timeline", window(fromMs, toMs));
const positions = (person: string, query: Readonly<Record<string, string>>) =>
  get<Positions>(person, "/station/v1/timeline/positions", query);
const ALL_DAY = [at(0, 0), at(12, 0)] as const;

/** When each sensor received an aircraft between two times, from the fixture. */
const receivedIn = (fromMs: number, toMs: number, sensor: string) =>
  DETECTIONS.filter((one) => one.sensor === sensor && one.timeMs >= fromMs && one.timeMs <= toMs);

describe("the timeline of a window", () => {
  it("has its operations in order, with their identifiers and times", async () => {
    const { operations, is_complete } = await timeline(ADA, ...ALL_DAY);
    expect(operations.map(({ id }) => id)).toEqual(ids);
    expect(operations[0]).toEqual({
      id: ids[0],
      ua_identifiers: [{ type: "serial_number", value: SURVEY.serial }],
      from: isoFromMs(at(10, 0)),
      to: isoFromMs(at(10, 9, 59)),
      warnings: [],
    });
    expect(is_complete).toBe(true);
  });

  it("has those that reach into it, and no others", async () => {
    const inside = async (fromMs: number, toMs: number) =>
      (await timeline(ADA, fromMs, toMs)).operations.map(({ id }) => id);
    expect(await inside(at(10, 9, 59), at(11, 0))).toEqual([ids[0], ids[1]]);
    expect(await inside(at(10, 10), at(10, 59, 59))).toEqual([]);
  });

  it("has only what the caller may read, and the notes on that", async () => {
    const nowMs = Date.now();
    expect((await timeline(BOB, ...ALL_DAY)).operations.map(({ id }) => id)).toEqual(ids.filter((id) => id !== ids[2]));
    const notes = async (person: string) =>
      (await timeline(person, notedAtMs, nowMs)).notes.map(({ operation_id, note }) => [operation_id, note]);
    expect(await notes(ADA)).toEqual([
      [ids[0], "of the survey"],
      [ids[2], "of the date line"],
    ]);
    expect(await notes(BOB)).toEqual([[ids[0], "of the survey"]]);
  });

  it("shows how long the sources ran, and nothing for the time when the station did not", async () => {
    const running = async (fromMs: number, toMs: number) =>
      (await timeline(BOB, fromMs, toMs)).sources.map(({ name, state }) => [name, state]);
    // The clock of the first run stood still at noon.
    expect(await running(at(11, 59), at(12, 0))).toEqual([["HTTP push", "running"]]);
    expect(await running(at(12, 1), at(13, 0))).toEqual([]);
    expect(await running(notedAtMs, Date.now())).toEqual([["HTTP push", "running"]]);
  });
});

describe("the positions of a window", () => {
  it("are the records of every sensor in columns, with what is unknown left out", async () => {
    const [fromMs, toMs] = [at(10, 2), at(10, 2, 9)];
    const { spacing, tracks } = await positions(ADA, window(fromMs, toMs));
    expect(spacing).toBe(0);
    expect(tracks.map(({ operation_id, sensor_id }) => [operation_id, sensor_id]).toSorted()).toEqual([
      [ids[0], "ROOF"],
      [ids[0], "VAN"],
    ]);
    const roof = tracks.find(({ sensor_id }) => sensor_id === "ROOF")!;
    const expected = receivedIn(fromMs, toMs, "ROOF");
    expect(roof.times).toEqual(expected.map(({ timeMs }) => timeMs - fromMs));
    expect(roof.latitudes).toEqual(expected.map(({ latitude }) => latitude));
    expect(roof.longitudes).toEqual(expected.map(({ longitude }) => longitude));
    expect(roof.headings).toEqual(expected.map(() => 45));
    expect(roof.horizontal_speeds).toEqual(expected.map(() => null));
    expect(Object.keys(roof.altitudes)).not.toContain("MSL");
    expect(roof.altitudes.WGS84).toEqual(expected.map(() => 300.5));
    expect(roof.states).toEqual([{ time: 0, state: "airborne" }]);
  });

  it("have the operator and the receivers where that changes", async () => {
    const { tracks, sensors } = await positions(ADA, window(at(10, 0), at(10, 9, 59)));
    const { latitude, longitude } = SURVEY.operator!;
    expect(tracks.find(({ sensor_id }) => sensor_id === "ROOF")?.operator).toEqual([
      { time: 0, latitude, longitude, source_type: expect.any(String) },
    ]);
    expect(sensors).toEqual([{ sensor_id: "ROOF", time: 0, latitude: 50.0123457, longitude: 14.4200001 }]);
  });

  it("leave a gap where nothing was received", async () => {
    const { tracks } = await positions(ADA, window(at(10, 9, 50), at(11, 0, 5)));
    expect(tracks.map(({ operation_id, times }) => [operation_id, times.length])).toEqual([
      [ids[0], 10],
      [ids[1], 6],
    ]);
    expect((await positions(ADA, window(at(10, 10), at(10, 59)))).tracks).toEqual([]);
  });

  it.each([2, 60])("are at least %d seconds apart on request", async (spacing) => {
    const answer = await positions(ADA, { ...window(at(10, 0), at(10, 9, 59)), spacing: String(spacing) });
    expect(answer.spacing).toBe(spacing);
    const roof = answer.tracks.find(({ sensor_id }) => sensor_id === "ROOF")!;
    expect(roof.times).toEqual(Array.from({ length: 600 / spacing }, (_, index) => index * spacing * SECOND_MS));
  });

  it("are for complete operations with a point in the box", async () => {
    const inBox = async (bbox: string) =>
      (await positions(ADA, { ...window(...ALL_DAY), bbox })).tracks.map(({ operation_id }) => operation_id);
    expect(new Set(await inBox("14.39,49.99,14.401,50.001"))).toEqual(new Set([ids[0]]));
    expect(await inBox("170,-20,-170,-10")).toEqual([ids[2]]);
    expect(await inBox("0,0,1,1")).toEqual([]);
  });

  it("are only of what the caller may read", async () => {
    const readable = async (person: string, query = {}) =>
      (await positions(person, { ...window(at(11, 30), at(11, 31)), ...query })).tracks.length;
    expect([await readable(ADA), await readable(BOB)]).toEqual([1, 0]);
    expect(await readable(BOB, { bbox: "170,-20,-170,-10" })).toBe(0);
  });
});

describe("a window", () => {
  it.each<[string, string, Readonly<Record<string, string>>, string]>([
    ["no start", "timeline", { to: isoFromMs(0) }, "from"],
    ["an end before its start", "timeline", window(1000, 0), "to"],
    ["more than 31 days", "timeline", window(0, 31 * 86_400_000 + 1), "to"],
    ["more than 25 hours of positions", "timeline/positions", window(0, 25 * 3_600_000 + 1), "to"],
    ["a box that is none", "timeline/positions", { ...window(0, 1), bbox: "1,2,3" }, "bbox"],
    ["a negative spacing", "timeline/positions", { ...window(0, 1), spacing: "-1" }, "spacing"],
  ])("with %s is refused, with the name of the parameter", async (_, path, query, name) => {
    const answer = await station.as(BOB, "GET", `/station/v1/${path}?${new URLSearchParams(query)}`);
    expect(answer.status).toBe(400);
    expect((answer.body as { readonly messages: readonly string[] }).messages.join()).toContain(name);
  });

  it.each(["timeline", "timeline/positions"])("of %s is not shown to who is not signed in", async (path) => {
    const answer = await station.whole.call("GET", `/station/v1/${path}?${new URLSearchParams(window(0, 1))}`);
    expect(answer.status).toBe(401);
  });
});
