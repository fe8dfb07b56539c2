import type { OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { TrafficPoint } from "../../kernel/traffic.ts";
import type { Episode, Fix, Sample, StoredAlert, StoredRule } from "./alert.model.ts";
import type { AlertTracks } from "./alert-tracks.store.ts";
import { compileRule, fixAt } from "./conditions.rules.ts";
import { emptyProgress, episodesOf, inOrder } from "./episodes.rules.ts";
import { fixOf, judge, newestAt, newJudgedOperation, sampleOf, surroundingsOf } from "./judged-operation.ts";
import { groundAt, groundInRows, START_MS, STEP_E7, type Walk } from "./live-alerts.fixture.ts";
import { createLiveAlerts, type StoredRecord } from "./live-alerts.ts";
import type { LiveOperation } from "./live-operations.ts";
import { type StationRecord, stationTrackOf } from "./station-track.fixture.ts";
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
  creatorId: "ada",
  createdMs: 0,
  appliesFromMs: 0,
});

export const RULES = [
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
export const suboperationOf = (id: number, operation: LiveOperation, ownerId: string | null) => {
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

export function recordsOf(walks: readonly Walk[]): readonly StoredRecord[] {
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
export type Arrival = StoredRecord | TrafficPoint | StationRecord;
const isTraffic = (arrival: Arrival): arrival is TrafficPoint => "icao" in arrival;
const isOfStation = (arrival: Arrival): arrival is StationRecord => "fix" in arrival;
const isRecord = (arrival: Arrival): arrival is StoredRecord => "suboperation" in arrival;

export function timeOf(arrival: Arrival): number {
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

export const tracksOf = (stored: readonly Arrival[]): AlertTracks =>
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
export function history(records: readonly Arrival[], settledMs: number): Outcome {
  const { samplesOf, operatorOf, traffic } = recordingOf(records);
  const fixes: TrafficFixes = new Map();
  for (const fix of fixesOf(traffic)) insertTrafficFix(fixes, fix);
  const places = { own_flights: samplesOf([21]), station: stationFixesOf(records), operator: operatorOf([11, 12]) };
  const surroundings = surroundingsOf(newJudgedOperation(AIRCRAFT), {
    operatorAt: (timeMs) => fixAt(places.operator, timeMs, Infinity),
    targetsAt: (to, _creator, timeMs) => (typeof to === "string" ? [newestAt(places[to], timeMs) ?? []].flat() : []),
    trafficAt: trafficAt(fixes),
    groundAt,
  });
  return Object.fromEntries(
    RULES.map((compiled) => {
      const progress = emptyProgress();
      judge(progress, compiled, samplesOf([11, 12]), surroundings);
      return [compiled.rule.id, episodesOf(progress, settledMs)];
    }),
  );
}

export async function live(
  arrivals: readonly (readonly Arrival[])[],
  nowMs: number,
  {
    keptFromMs = -Infinity,
    withoutRules = [],
  }: {
    /** All traffic from this time on is in memory. */
    readonly keptFromMs?: number;
    /** The arrivals, by their numbers, during which there is no rule. */
    readonly withoutRules?: readonly number[];
  } = {},
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
  judged.loadTraffic([], keptFromMs);
  // None comes with the last, so that there are rules in the end.
  for (const [index, records] of [...arrivals, []].entries()) {
    judged.setRules(withoutRules.includes(index) && index < arrivals.length ? [] : RULES);
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

export const batchesOf = <T>(items: readonly T[], sizes: readonly number[]): readonly (readonly T[])[] => {
  const batches: (readonly T[])[] = [];
  for (let from = 0, turn = 0; from < items.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    batches.push(items.slice(from, from + size));
    from += size;
  }
  return batches;
};
