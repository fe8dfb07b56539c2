import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { TrafficPoint } from "../../kernel/traffic.ts";
import type { Episode, Fix, Sample, StoredAlert, StoredRule } from "./alert.model.ts";
import type { AlertTracks } from "./alert-tracks.store.ts";
import { compileRule, fixAt } from "./conditions.rules.ts";
import { emptyProgress, episodesOf, inOrder } from "./episodes.rules.ts";
import { fixOf, judge, newestAt, newJudgedOperation, sampleOf, situationOf } from "./judged-operation.ts";
import { groundAt, groundInRows, START_MS, STEP_E7, trafficOf, type Walk, walk } from "./live-alerts.fixture.ts";
import { createLiveAlerts, type StoredRecord } from "./live-alerts.ts";
import type { LiveOperation } from "./live-operations.ts";
import { type StationRecord, stationRecordsOf, stationTrackOf } from "./station-track.fixture.ts";
import { fixesOf, insertTrafficFix, trafficAt, type TrafficFixes } from "./traffic-fixes.ts";

const NEVER = new AbortController().signal;

const ruleOf = (id: string, condition: StoredRule["condition"]): StoredRule => ({
  id,
  name: id,
  isEnabled: true,
  severity: "warning",
  hasSound: true,
  hasNotification: true,
  condition,
  makerId: "ada",
  createdMs: 0,
  appliesFromMs: 0,
});

const RULES = [
  ruleOf("area", {
    kind: "area_entered",
    zone: null,
    region: {
      type: "Polygon",
      coordinates: [[0, 0, 5, 0, 5, 5, 0, 5, 0, 0]].map((flat) =>
        [0, 2, 4, 6, 8].map((at) => [flat[at]! * 1e-4, flat[at + 1]! * 1e-4]),
      ),
    },
  }),
  ruleOf("place", { kind: "near", to: { latitude: 0, longitude: 0 }, horizontal_m: 40, vertical_m: null }),
  ruleOf("height", { kind: "height_above", metres: 30, reference: "ATO" }),
  ruleOf("operator", { kind: "operator_far", metres: 50 }),
  ruleOf("station", { kind: "near", to: "station", horizontal_m: 30, vertical_m: null }),
  ruleOf("own", { kind: "near", to: "own_flights", horizontal_m: 30, vertical_m: null }),
  ruleOf("ground", { kind: "height_above", metres: 30, reference: "AGL" }),
  ruleOf("traffic", { kind: "traffic_near", horizontal_m: 30, vertical_m: null }),
].map((rule) => compileRule(rule, undefined));

/** Three tracks: two sensors that receive one aircraft, and an own flight. */
const suboperationOf = (id: number, operation: LiveOperation, ownerId: string | null) => {
  const suboperation = { id, ownerId, isPrivate: false, declared: { identifiers: [] }, warnings: [], operation };
  (operation.suboperations as unknown[]).push(suboperation);
  return suboperation;
};
const AIRCRAFT: LiveOperation = { id: 1, uuid: "aircraft", firstMs: START_MS, suboperations: [] };
const OWN: LiveOperation = { id: 2, uuid: "own", firstMs: START_MS, suboperations: [] };
const SUBOPERATIONS = [
  suboperationOf(11, AIRCRAFT, null),
  suboperationOf(12, AIRCRAFT, null),
  suboperationOf(21, OWN, "ada"),
];

function recordsOf(walks: readonly Walk[]): readonly StoredRecord[] {
  return walks.flatMap((steps, index) => {
    let timeMs = START_MS;
    return steps.map(({ gapS, x, y, heightM, operatorX }) => {
      timeMs += gapS * 1000 + (gapS === 0 ? 1 : 0);
      const ua = {
        timeMs,
        latitudeE7: y * STEP_E7,
        longitudeE7: x * STEP_E7,
        altitudeAtoMm: heightM * 1000,
        altitudeMslMm: (heightM + 200) * 1000,
        altitudeWgs84Mm: null,
        // Some report it themselves, and not what the ground would give.
        altitudeAglMm: x === 4 ? (60 - heightM) * 1000 : null,
      };
      const operator = operatorX === null ? null : { timeMs, latitudeE7: 0, longitudeE7: operatorX * STEP_E7 };
      return { suboperation: SUBOPERATIONS[index]!, ua: ua as UaPoint, operator: operator as OperatorPoint | null };
    });
  });
}

/** What arrives: a record, where an aircraft with a crew was, or where the station was. */
type Arrival = StoredRecord | TrafficPoint | StationRecord;
const isTraffic = (arrival: Arrival): arrival is TrafficPoint => "icao" in arrival;
const isOfStation = (arrival: Arrival): arrival is StationRecord => "fix" in arrival;
const isRecord = (arrival: Arrival): arrival is StoredRecord => "suboperation" in arrival;

function timeOf(arrival: Arrival): number {
  if (isTraffic(arrival)) return arrival.timeMs;
  return isOfStation(arrival) ? arrival.fix.timeMs : arrival.ua!.timeMs;
}

const stationFixesOf = (arrivals: readonly Arrival[]): readonly Fix[] =>
  arrivals
    .filter(isOfStation)
    .map(({ fix }) => fix)
    .toSorted((a, b) => a.timeMs - b.timeMs);

/** The recording, as far as records were delivered. */
function recordingOf(arrived: readonly Arrival[]) {
  const stored = arrived.filter(isRecord);
  const ofTracks = (suboperations: readonly number[]) =>
    stored.filter(({ suboperation }) => suboperations.includes(suboperation.id));
  const samplesOf = (suboperations: readonly number[]): readonly Sample[] =>
    ofTracks(suboperations)
      .flatMap(({ suboperation, ua }) => (ua === null ? [] : sampleOf(suboperation.id, ua)))
      .toSorted(inOrder)
      .filter((sample, index, all) => index === 0 || inOrder(all[index - 1]!, sample) !== 0);
  const operatorOf = (suboperations: readonly number[]): readonly Fix[] =>
    ofTracks(suboperations)
      .flatMap(({ operator }) => (operator === null ? [] : fixOf(operator)))
      .toSorted((a, b) => a.timeMs - b.timeMs || a.longitude - b.longitude);
  return { samplesOf, operatorOf, traffic: arrived.filter(isTraffic) };
}

const tracksOf = (stored: readonly Arrival[]): AlertTracks =>
  ({
    findOperation: (id: number) => {
      const [uuid, judged, owners] = id === 1 ? ["aircraft", [11, 12], []] : ["own", [21], ["ada"]];
      return {
        id,
        uuid,
        identifiers: [],
        isImplausible: false,
        owners: new Set(owners),
        judged,
        firstMs: START_MS,
        lastMs: 8.64e15,
      };
    },
    listOwned: () => [2],
    readSamples: async (judged: readonly number[]) => recordingOf(stored).samplesOf(judged),
    readTraffic: async ({ fromMs, toMs }: TimeRange) =>
      recordingOf(stored)
        .traffic.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs)
        .toSorted((a, b) => a.timeMs - b.timeMs),
    readOperator: async (judged: readonly number[]) => recordingOf(stored).operatorOf(judged),
    station: stationTrackOf(() => stationFixesOf(stored)),
    ground: groundInRows(),
  }) as unknown as AlertTracks;

type Outcome = Readonly<Record<string, readonly Episode[]>>;

/** What the rules give over the whole recording, judged once. */
function history(records: readonly Arrival[], settledMs: number): Outcome {
  const { samplesOf, operatorOf, traffic } = recordingOf(records);
  const fixes: TrafficFixes = new Map();
  for (const fix of fixesOf(traffic)) insertTrafficFix(fixes, fix);
  const places = { own_flights: samplesOf([21]), station: stationFixesOf(records), operator: operatorOf([11, 12]) };
  const situation = situationOf(newJudgedOperation(AIRCRAFT), {
    operatorAt: (timeMs) => fixAt(places.operator, timeMs, Infinity),
    targetsAt: (to, _maker, timeMs) => (typeof to === "string" ? [newestAt(places[to], timeMs) ?? []].flat() : []),
    trafficAt: trafficAt(fixes),
    groundAt,
  });
  return Object.fromEntries(
    RULES.map((compiled) => {
      const progress = emptyProgress();
      judge(progress, compiled, samplesOf([11, 12]), situation);
      return [compiled.rule.id, episodesOf(progress, settledMs)];
    }),
  );
}

async function live(
  arrivals: readonly (readonly Arrival[])[],
  nowMs: number,
  keptFromMs = -Infinity,
): Promise<Outcome> {
  const alerts = new Map<string, StoredAlert>();
  const stored: Arrival[] = [];
  let ids = 0;
  const judged = createLiveAlerts({
    clock: { now: () => nowMs },
    minReadIntervalMs: 0,
    ids: { random: () => String(++ids), timed: () => String(++ids) },
    tracks: tracksOf(stored),
    listAlertsOf: (operation) =>
      [...alerts.values()].filter(({ subject }) => subject.kind === "operation" && subject.operation === operation),
    note: ({ changed }) => changed.forEach((alert) => alerts.set(alert.id, alert)),
  });
  judged.setRules(RULES);
  judged.loadTraffic([], keptFromMs);
  for (const records of arrivals) {
    stored.push(...records);
    for (const one of records) {
      if (isTraffic(one)) fixesOf([one]).forEach(judged.takeTraffic);
      else if (isOfStation(one)) judged.takeSensor("gnss", one.fix);
      else judged.take(one);
    }
    await judged.catchUp(NEVER);
    // What was near it may have to be judged again in turn.
    await judged.catchUp(NEVER);
  }
  judged.tick();
  const left = [...alerts.values()].filter(
    ({ isContradicted, subject }) => !isContradicted && subject.kind === "operation" && subject.operation === 1,
  );
  return Object.fromEntries(
    RULES.map(({ rule }) => [
      rule.id,
      left
        .filter(({ ruleId }) => ruleId === rule.id)
        .map(({ episode }) => episode)
        .toSorted((a, b) => a.beganMs - b.beganMs),
    ]),
  );
}

const batchesOf = <T>(items: readonly T[], sizes: readonly number[]): readonly (readonly T[])[] => {
  const batches: (readonly T[])[] = [];
  for (let from = 0, turn = 0; from < items.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    batches.push(items.slice(from, from + size));
    from += size;
  }
  return batches;
};

it("records raise the same alerts live, in any order and however often they come, as over history", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(walk, walk, walk),
      fc.record({ crewed: fc.tuple(walk, walk), station: walk }),
      fc.infiniteStream(fc.nat(1000)),
      fc.record({
        // How much of the traffic is in memory: all, some, or none.
        keptFromS: fc.constantFrom(-Infinity, 20, Infinity),
        disorder: fc.constantFrom(0, 3, 1000),
        repeats: fc.nat(4),
        sizes: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
      }),
      async (walks, { crewed, station }, random, { keptFromS, disorder, repeats, sizes }) => {
        const records: readonly Arrival[] = [
          ...recordsOf(walks),
          ...trafficOf(crewed),
          ...stationRecordsOf(station, START_MS, STEP_E7),
        ].toSorted((a, b) => timeOf(a) - timeOf(b));
        const nowMs = Math.max(...records.map(timeOf)) + 1000;
        const keyed = [...records, ...records.slice(0, repeats)].map((record, index) => ({
          record,
          key: index + (random.next().value! % (disorder + 1)),
        }));
        const arrived = keyed.toSorted((a, b) => a.key - b.key).map(({ record }) => record);
        const lived = await live(batchesOf(arrived, sizes), nowMs, START_MS + keptFromS * 1000);
        expect(lived).toEqual(history(records, nowMs));
      },
    ),
    { numRuns: 300 },
  );
});

it("the newest position at a time is found, unless it is too old", () => {
  const fixes = [0, 10, 20].map((timeMs) => ({ timeMs, latitude: 0, longitude: 0, wgs84M: NaN }));
  expect([5, 10, 25, 31].map((timeMs) => fixAt(fixes, timeMs, 10)?.timeMs)).toEqual([0, 10, 20, undefined]);
});

describe("an alert that goes on", () => {
  const clock = { now: () => START_MS + 10_000 };
  function highFlight() {
    const noted: StoredAlert[] = [];
    const live = createLiveAlerts({
      clock,
      ids: { random: () => "alert", timed: () => "alert" },
      tracks: tracksOf([]),
      listAlertsOf: () => noted.slice(-1),
      note: ({ changed }) => void noted.push(...changed),
    });
    live.setRules(RULES.filter(({ rule }) => rule.id === "height"));
    live.tick();
    const operation = { id: 3, uuid: "high", firstMs: START_MS + 1000, suboperations: [] };
    const suboperation = suboperationOf(31, operation, null);
    const high = { gapS: 1, x: 0, y: 0, heightM: 35, operatorX: null };
    for (const record of recordsOf([[high, { ...high, x: 1 }, { ...high, x: 2, heightM: 40 }]])) {
      live.take({ ...record, suboperation });
    }
    return { live, noted };
  }
  const lastTimes = (noted: readonly StoredAlert[]) => noted.map(({ episode }) => episode.lastMs - START_MS);

  it("is reported when it begins, and not with each record", () => {
    expect(lastTimes(highFlight().noted)).toEqual([1000]);
  });

  it.each([
    ["its rule is taken away", (live: ReturnType<typeof createLiveAlerts>) => live.setRules([])],
    ["the station stops", (live: ReturnType<typeof createLiveAlerts>) => live.finish()],
  ])("has its last time and its greatest height when %s", (_, end) => {
    const { live, noted } = highFlight();
    end(live);
    expect(lastTimes(noted)).toEqual([1000, 3000]);
    expect(noted.at(-1)).toMatchObject({ episode: { longitude: 2e-4, endedMs: null }, detail: { height_m: 40 } });
  });
});
