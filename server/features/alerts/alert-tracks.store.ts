import { MIN_TIME_MS } from "../../kernel/clock.ts";
import type { LastPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { OPERATOR_KIND, UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import { UA_HEIGHT_FIELDS, type UaWithHeights } from "../../kernel/track-segment/ua-height-points.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import { createTrackReader, type TrackReader } from "../../storage/tracks/track-reader.ts";
import { createHeightCheck } from "./height-check.store.ts";
import type { Fix, Sample } from "./alert.model.ts";
import type { AlertsDeps } from "./alerts.deps.ts";
import { createStationTrack } from "./station-track.ts";
import { inOrder } from "./episodes.rules.ts";

/** A stored operation with the data on which rules are judged. */
export type StoredOperation = {
  readonly id: number;
  readonly uuid: string;
  readonly identifiers: readonly string[];
  readonly isImplausible: boolean;
  /** Accounts that own a suboperation of it. */
  readonly owners: ReadonlySet<string>;
  /**
   * The suboperations that are judged: those that everybody may read, or all where there are none. An alert from
   * private suboperations would be hidden from all other users, although they see the same aircraft.
   */
  readonly judged: readonly number[];
  readonly firstMs: number;
  readonly lastMs: number;
};

export type SuboperationFacts = {
  readonly id: number;
  readonly ownerId: string | null;
  readonly isPrivate: boolean;
  readonly identifiers: readonly { readonly value: string }[];
  readonly warnings: readonly { readonly type: string }[];
};

type Row = {
  readonly operation: number;
  readonly uuid: string;
  readonly id: number;
  readonly ownerId: string | null;
  readonly isPrivate: number;
  readonly identifiers: string;
  readonly warnings: string;
  readonly firstMs: number;
  readonly lastMs: number;
};

const POINTS_PER_READ = 400;
/** More records than a sensor delivers in the requested hours. */
const MAX_TIMES = 2 ** 31 - 1;
const PLACE_FIELDS = ["timeMs", "latitudeE7", "longitudeE7"] as const satisfies readonly (keyof UaPoint)[];
const COLUMNS = `s.operation, o.uuid, s.id, s.owner AS ownerId, s.is_private AS isPrivate, s.identifiers, s.warnings,
  s.first_ms AS firstMs, s.last_ms AS lastMs`;
const FROM = "FROM suboperation AS s JOIN operation AS o ON o.id = s.operation";

/** The declarations of all suboperations of an operation, combined. */
export function factsOf(suboperations: readonly SuboperationFacts[]) {
  const open = suboperations.filter(({ isPrivate }) => !isPrivate);
  return {
    identifiers: suboperations.flatMap(({ identifiers }) => identifiers.map(({ value }) => value)),
    isImplausible: suboperations.some(({ warnings }) => warnings.some(({ type }) => type === "position_implausible")),
    owners: new Set(suboperations.flatMap(({ ownerId }) => ownerId ?? [])),
    judged: (open.length > 0 ? open : suboperations).map(({ id }) => id),
  };
}

export type AlertTracks = ReturnType<typeof createAlertTracks>;

/** Reads stored operations and their tracks, traffic, the ground, and where the station was, as rules are judged on them. */
export function createAlertTracks(
  db: ReadableDb,
  { readTraffic, listStationSensors, ground }: Pick<AlertsDeps, "readTraffic" | "listStationSensors" | "ground">,
) {
  const ofOperation = db.prepare<[number], Row>(
    `SELECT ${COLUMNS} ${FROM} WHERE s.operation = ? AND s.deleted_ms IS NULL ORDER BY s.id`,
  );
  const inRange = db
    .prepare<[object], number>(
      `SELECT DISTINCT operation FROM suboperation WHERE deleted_ms IS NULL AND first_ms <= @toMs AND last_ms >= @fromMs`,
    )
    .pluck();
  const numberOf = db
    .prepare<[string], number>("SELECT coalesce(merged_into, id) FROM operation WHERE uuid = ?")
    .pluck();
  const owned = db
    .prepare<[object], number>(
      `SELECT DISTINCT operation FROM suboperation
     WHERE owner = @owner AND deleted_ms IS NULL AND first_ms <= @toMs AND last_ms >= @fromMs`,
    )
    .pluck();
  const ofSuboperation = db
    .prepare<[number], number>("SELECT operation FROM suboperation WHERE id = ? AND deleted_ms IS NULL")
    .pluck();
  const ownTimes = db
    .prepare<[object], number>(
      `SELECT time_ms FROM system_track WHERE sensor = (SELECT id FROM sensor WHERE sensor_id = @sensorId)
         AND time_ms BETWEEN @fromMs AND @toMs`,
    )
    .pluck();
  const ofSensor = db
    .prepare<[object], number>(
      `SELECT id FROM suboperation WHERE sensor_id = @sensorId AND first_ms <= @toMs AND last_ms >= @fromMs`,
    )
    .pluck();
  const times = createTrackReader<Pick<UaPoint, "timeMs">>(db, UA_KIND, ["timeMs"]);

  const sensorFixes = db.prepare<[object], { timeMs: number; latitude: number; longitude: number }>(
    `SELECT time_ms AS timeMs, latitude_e7 / 1e7 AS latitude, longitude_e7 / 1e7 AS longitude FROM system_track
     WHERE sensor = (SELECT id FROM sensor WHERE sensor_id = @sensorId) AND time_ms BETWEEN @fromMs AND @toMs
       AND latitude_e7 IS NOT NULL ORDER BY time_ms`,
  );
  const sensorTime = db
    .prepare<[{ readonly sensorId: string }], number | null>(
      `SELECT max(time_ms) FROM (
         SELECT max(time_ms) AS time_ms FROM system_track WHERE sensor = (SELECT id FROM sensor WHERE sensor_id = @sensorId)
         UNION ALL SELECT max(last_ms) FROM suboperation WHERE sensor_id = @sensorId AND record_count > 0)`,
    )
    .pluck();

  function findOperation(id: number): StoredOperation | undefined {
    const rows = ofOperation.all(id);
    const [first] = rows;
    if (first === undefined) return undefined;
    const suboperations = rows.map(({ identifiers, warnings, isPrivate, ...row }) => ({
      ...row,
      isPrivate: isPrivate === 1,
      identifiers: JSON.parse(identifiers) as SuboperationFacts["identifiers"],
      warnings: JSON.parse(warnings) as SuboperationFacts["warnings"],
    }));
    return {
      id,
      uuid: first.uuid,
      ...factsOf(suboperations),
      firstMs: Math.min(...rows.map(({ firstMs }) => firstMs)),
      lastMs: Math.max(...rows.map(({ lastMs }) => lastMs)),
    };
  }

  return {
    readTraffic,
    findOperation,
    numberOf: (operationId: string) => numberOf.get(operationId),
    operationOf: (suboperation: number) => ofSuboperation.get(suboperation),
    listOperations: (range: { readonly fromMs: number; readonly toMs: number }) => inRange.all(range),
    listOwned: (owner: string, range: { readonly fromMs: number; readonly toMs: number }) =>
      owned.all({ owner, ...range }),
    hasHigher: createHeightCheck(db),
    /** When a sensor delivered a record about itself or an aircraft, ascending. */
    listSensorTimes(sensorId: string, range: TimeRange): readonly number[] {
      const found = new Set(ownTimes.all({ sensorId, ...range }));
      for (const track of ofSensor.all({ sensorId, ...range })) {
        const whole = { track, firstMs: range.fromMs, lastMs: range.toMs };
        for (const { timeMs } of times.list(whole, MAX_TIMES)) found.add(timeMs);
      }
      return [...found].toSorted((a, b) => a - b);
    },
    /** When a sensor last delivered a record; `undefined` when it never did. */
    findSensorTime: (sensorId: string) => sensorTime.get({ sensorId }) ?? undefined,
    /** Heights of the ground. */
    ground,
    /** Where the station was. */
    station: createStationTrack({
      listSensors: listStationSensors,
      listFixes: (sensorId, range) => sensorFixes.all({ sensorId, ...range }).map((fix) => ({ ...fix, wgs84M: NaN })),
    }),
    ...createTrackReaders(db),
  };
}

/** Reads the tracks themselves, some rows at a time. */
function createTrackReaders(db: ReadableDb) {
  const withHeights = createTrackReader<UaWithHeights>(db, UA_KIND, UA_HEIGHT_FIELDS);
  const positions = createTrackReader<LastPoint>(db, UA_KIND, PLACE_FIELDS);
  const operatorPlaces = createTrackReader<LastPoint>(db, OPERATOR_KIND, PLACE_FIELDS);

  /** Samples of one suboperation, by time. */
  async function readSamples(request: TrackRequest & { readonly suboperation: number }): Promise<Sample[]> {
    const { suboperation, toMs, hasHeights, signal } = request;
    const { read }: TrackReader<LastPoint & Partial<UaWithHeights>> = hasHeights ? withHeights : positions;
    const samples: Sample[] = [];
    for (let { fromMs } = request; ;) {
      const range = { track: suboperation, firstMs: fromMs, lastMs: toMs };
      const { points, nextMs } = read(range, false, POINTS_PER_READ);
      for (const point of points) samples.push(new SampleOfRecord(suboperation, point));
      if (nextMs === undefined) return samples;
      fromMs = nextMs;
      await yieldToEventLoop(signal);
    }
  }

  return {
    hasRecords: (suboperation: number, { fromMs, toMs }: TimeRange): boolean =>
      positions.findFrom(suboperation, fromMs, toMs) !== undefined,
    /** Samples of several suboperations in the order of their times. */
    async readSamples(suboperations: readonly number[], request: TrackRequest): Promise<readonly Sample[]> {
      const tracks: Sample[][] = [];
      for (const suboperation of suboperations) tracks.push(await readSamples({ ...request, suboperation }));
      const [only] = tracks;
      return tracks.length === 1 ? only! : tracks.flat().toSorted(inOrder);
    },
    /** Positions of the operator up to a time, by time. */
    async readOperator(suboperations: readonly number[], { toMs, signal }: TrackRequest): Promise<readonly Fix[]> {
      const fixes: Fix[] = [];
      for (const suboperation of suboperations) {
        for (let firstMs = MIN_TIME_MS; ;) {
          const range = { track: suboperation, firstMs, lastMs: toMs };
          const { points, nextMs } = operatorPlaces.read(range, false, POINTS_PER_READ);
          for (const { timeMs, latitudeE7, longitudeE7 } of points) {
            fixes.push({ timeMs, latitude: latitudeE7 / 1e7, longitude: longitudeE7 / 1e7, wgs84M: NaN });
          }
          if (nextMs === undefined) break;
          firstMs = nextMs;
          await yieldToEventLoop(signal);
        }
      }
      return fixes.toSorted((a, b) => a.timeMs - b.timeMs || a.latitude - b.latitude || a.longitude - b.longitude);
    },
  };
}

export type TrackRequest = {
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether heights are needed; without them, a track is read in half the time. */
  readonly hasHeights: boolean;
  readonly signal: AbortSignal;
};

/**
 * A record in the form on which rules are judged. It is a class, not a literal: V8 would allocate the objects of a
 * literal among the long-lived ones once most of the first ones survived a collection, and then also millions that are
 * dropped at once.
 */
class SampleOfRecord implements Sample {
  readonly timeMs: number;
  readonly suboperation: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly mslM: number;
  readonly wgs84M: number;
  readonly aglM: number;
  readonly atoM: number;

  constructor(suboperation: number, point: LastPoint & Partial<UaWithHeights>) {
    this.timeMs = point.timeMs;
    this.suboperation = suboperation;
    this.latitude = point.latitudeE7 / 1e7;
    this.longitude = point.longitudeE7 / 1e7;
    this.mslM = metres(point.altitudeMslMm);
    this.wgs84M = metres(point.altitudeWgs84Mm);
    this.aglM = metres(point.altitudeAglMm);
    this.atoM = metres(point.altitudeAtoMm);
  }
}

/** Metres from stored millimetres; `NaN` where unknown. */
export function metres(mm: number | null | undefined): number {
  return mm === null || mm === undefined ? NaN : mm / 1000;
}
