import { collect } from "../../server/kernel/collect.ts";
import { createTelemetryReader } from "../../server/features/telemetry/index.ts";
import {
  exportedColumnsOf,
  OPERATOR_TABLE,
  UA_MAP_TABLE,
  UA_PLACE_TABLE,
  UA_TABLE,
} from "../../server/features/telemetry/telemetry.columns.ts";
import { createPositionReader } from "../../server/features/telemetry/telemetry.positions.ts";
import { createReceptionReader } from "../../server/features/telemetry/telemetry.receptions.ts";
import { createSliceReader } from "../../server/features/telemetry/telemetry.slices.ts";
import { createAlertTracks } from "../../server/features/alerts/alert-tracks.store.ts";
import { LOCAL_OPERATOR } from "../../server/kernel/principal.ts";
import type { TelemetryPlan } from "../../server/kernel/telemetry-plan.ts";
import { createStatisticsStore } from "../../server/features/statistics/statistics.store.ts";
import { FIRST_MS, LAST_MS, type Side, trackOf } from "./packed-tracks.histories.ts";

/** The queries that both stores answer. */
export type Question = {
  readonly tracks: readonly [number, number];
  readonly fromMs: number;
  readonly toMs: number;
  readonly isDescending: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly spacingMs: number;
  readonly bbox: { readonly west: number; readonly south: number; readonly east: number; readonly north: number };
};

export type Answerer = (question: Question) => Promise<Readonly<Record<string, unknown>>>;

const signal = new AbortController().signal;

async function* measured<T>(slices: AsyncIterable<readonly T[]>, sizes: number[]) {
  for await (const slice of slices) {
    sizes.push(slice.length);
    yield slice;
  }
}

/** Runs every query that reads tracks. */
export function createAnswerer(side: Side): Answerer {
  const { reader, writer } = side.temp.store;
  const { telemetry } = side;
  const readers = {
    ua: createSliceReader<{ readonly timeMs: number }>(reader, UA_TABLE),
    uaOnThread: createSliceReader<{ readonly timeMs: number }>(reader, UA_TABLE, 1000),
    uaFew: createSliceReader<{ readonly timeMs: number }>(reader, UA_TABLE, 7),
    operator: createSliceReader<{ readonly timeMs: number }>(reader, OPERATOR_TABLE),
  };
  const listed = createTelemetryReader(reader);
  const receptions = createReceptionReader(reader);
  const readPositions = createPositionReader({
    reader,
    tracksByNumber: (numbers) => [...numbers].toSorted((a, b) => a - b).map(trackOf),
  });
  const alerts = createAlertTracks(reader, {
    readTraffic: () => Promise.resolve([]),
    listStationSensors: () => [],
  } as never);
  const statistics = createStatisticsStore(reader, writer);

  return async ({ tracks, fromMs, toMs, isDescending, limit, offset, spacingMs, bbox }) => {
    const [track] = tracks;
    const range = { fromMs, toMs };
    const windows = tracks.map((one) => ({ track: one, firstMs: fromMs, lastMs: toMs }));
    const answers: Record<string, unknown> = {};
    for (const [name, read] of Object.entries(readers)) {
      for (const grouped of [true, false]) {
        const request = { windows, descending: isDescending, grouped, limit, offset, signal };
        const sizes: number[] = [];
        answers[`${name} ${grouped ? "grouped" : "merged"}`] = await collect(measured(read(request), sizes));
        answers[`slices of ${name} ${grouped}`] = sizes;
      }
    }
    const origins = new Map(tracks.map((one) => [one, { sensorId: "roof", operationId: `o${one}` }]));
    for (const [record, isForMap] of [
      ["ua", false],
      ["ua", true],
      ["operator", false],
    ] as const) {
      const expected = { records: 0, total: null };
      const plan: TelemetryPlan = { record, windows, origins, isForMap, isDescending, limit, offset, expected };
      const { fields } = isForMap ? UA_MAP_TABLE : exportedColumnsOf(record === "ua" ? UA_TABLE : OPERATOR_TABLE);
      const points: object[] = [];
      for await (const slice of listed(plan, signal).slices) points.push(...slice.points);
      answers[`listed ${record} ${isForMap}`] = copyOf(points, fields);
    }
    answers["receptions"] = await collect(receptions.readAircraft(windows, signal));
    answers["statistics"] = await collect(telemetry.statistics.readUa(windows, signal));
    answers["operator statistics"] = await collect(telemetry.statistics.readOperators(windows, signal));
    const page = { limit, offset, isDescending };
    answers["whole"] = await collect(telemetry.wholeTracks.read(track, page, signal));
    answers["whole operator"] = await collect(telemetry.wholeTracks.readOperator(track, page, signal));
    const onMap = await collect(telemetry.wholeTracks.readOnMap(tracks, signal));
    answers["whole on map"] = copyOf(onMap as readonly object[], UA_MAP_TABLE.fields);
    const places = await collect(telemetry.wholeTracks.readPlaces(track, signal));
    answers["whole places"] = copyOf(places as readonly object[], UA_PLACE_TABLE.fields);
    answers["count"] = telemetry.wholeTracks.countUntil(track, toMs);
    answers["both counts"] = telemetry.hours.countUntil(track, toMs);
    answers["hours"] = await telemetry.hours.list(track, range);
    answers["latest"] = [telemetry.latest.findUa(track), telemetry.latest.findOperator(track)];
    answers["fixes"] = [
      telemetry.fixes.findFixUntil(track, toMs),
      telemetry.fixes.findFixFrom(track, fromMs),
      telemetry.fixes.listFixes(track, fromMs, toMs),
    ];
    answers["received"] = telemetry.hasRecordAt("roof", fromMs);
    answers["inside"] = tracks.filter((one) => telemetry.tracksInside(bbox, range).has(one));
    const viewer = { caller: LOCAL_OPERATOR, isPublicExcluded: false };
    answers["positions"] = await readPositions({ range, bbox, spacingMs, maxRecords: 1e6, viewer, signal });
    for (const hasHeights of [true, false]) {
      answers[`samples ${hasHeights}`] = await alerts.readSamples(tracks, { ...range, hasHeights, signal });
    }
    answers["operator fixes"] = await alerts.readOperator(tracks, { ...range, hasHeights: false, signal });
    answers["higher"] = (
      [
        ["MSL", 100_000],
        ["AGL", 0],
      ] as const
    ).flatMap(([reference, mm]) =>
      [0, 1e9].map((aboveSeaMm) => alerts.hasHigher(track, { ...range, reference, mm, aboveSeaMm })),
    );
    answers["sensor times"] = alerts.listSensorTimes("roof", range);
    answers["first operator"] = statistics.findFirstOperator(track);
    await telemetry.updateLine(track, signal);
    answers["line"] = reader.prepare("SELECT geometry FROM track_line WHERE suboperation = ?").pluck().get(track);
    return answers;
  };
}

/** Points of a segment read their fields where they are, and have none of their own that could be compared. */
function copyOf(points: readonly object[], fields: readonly string[]): readonly object[] {
  return points.map((point) =>
    Object.fromEntries(["track", ...fields].map((field) => [field, (point as Record<string, unknown>)[field]])),
  );
}

/** Everything between all times of a history. */
export const EVERYTHING = { fromMs: FIRST_MS, toMs: LAST_MS };
