import type { ReadableDb } from "../../storage/database.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import type { Fix, Sample } from "./alert.model.ts";
import type { AlertsDeps } from "./alerts.deps.ts";
import { createStationTrack } from "./station-track.ts";
import { inOrder } from "./episodes.rules.ts";

/** An operation as it is stored, with what its rules are judged on. */
export type StoredOperation = {
  readonly id: number;
  readonly uuid: string;
  readonly identifiers: readonly string[];
  readonly isImplausible: boolean;
  /** Accounts that own a suboperation of it. */
  readonly owners: ReadonlySet<string>;
  /**
   * The suboperations that are judged: those that everybody may read, or all where there are none. An alert from what
   * only some may read would be hidden from all others, although they see the same aircraft.
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

const ROWS_PER_READ = 400;
const COLUMNS = `s.operation, o.uuid, s.id, s.owner AS ownerId, s.is_private AS isPrivate, s.identifiers, s.warnings,
  s.first_ms AS firstMs, s.last_ms AS lastMs`;
const FROM = "FROM suboperation AS s JOIN operation AS o ON o.id = s.operation";

/** What the suboperations of an operation say together. */
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

/** Reads stored operations and their tracks, traffic, and where the station was, as rules are judged on them. */
export function createAlertTracks(
  db: ReadableDb,
  { readTraffic, listStationSensors }: Pick<AlertsDeps, "readTraffic" | "listStationSensors">,
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
  const higher = db.prepare<[object], number>(
    `SELECT 1 FROM ua_track WHERE suboperation = @suboperation AND time_ms BETWEEN @fromMs AND @toMs
       AND (altitude_ato_mm > @mm AND @reference = 'ATO' OR altitude_agl_mm > @mm AND @reference = 'AGL'
         OR (altitude_msl_mm > @mm OR altitude_wgs84_mm > @mm) AND @reference IN ('MSL', 'WGS84')) LIMIT 1`,
  );
  const sensorTimes = db
    .prepare<[object], number>(
      `SELECT time_ms FROM system_track WHERE sensor = (SELECT id FROM sensor WHERE sensor_id = @sensorId)
         AND time_ms BETWEEN @fromMs AND @toMs
       UNION SELECT u.time_ms FROM suboperation AS s JOIN ua_track AS u ON u.suboperation = s.id
         WHERE s.sensor_id = @sensorId AND s.first_ms <= @toMs AND s.last_ms >= @fromMs
           AND u.time_ms BETWEEN @fromMs AND @toMs
       ORDER BY 1`,
    )
    .pluck();

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
    hasHigher: (suboperation: number, request: object) => higher.get({ ...request, suboperation }) !== undefined,
    listSensorTimes: (sensorId: string, range: { readonly fromMs: number; readonly toMs: number }) =>
      sensorTimes.all({ sensorId, ...range }),
    /** When a sensor last delivered a record; `undefined` when it never did. */
    findSensorTime: (sensorId: string) => sensorTime.get({ sensorId }) ?? undefined,
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
  const ua = (columns: string) =>
    db
      .prepare<[number, number, number, number], (number | null)[]>(
        `SELECT time_ms, latitude_e7, longitude_e7${columns} FROM ua_track
         WHERE suboperation = ? AND time_ms BETWEEN ? AND ? ORDER BY time_ms LIMIT ?`,
      )
      .raw();
  const withHeights = ua(", altitude_msl_mm, altitude_wgs84_mm, altitude_agl_mm, altitude_ato_mm");
  const positions = ua("");
  const operatorFixes = db
    .prepare<[number, number, number], (number | null)[]>(
      `SELECT time_ms, latitude_e7, longitude_e7 FROM operator_track
       WHERE suboperation = ? AND time_ms <= ? AND time_ms > ? ORDER BY time_ms LIMIT ${ROWS_PER_READ}`,
    )
    .raw();

  /** Samples of one suboperation, by time. */
  async function readSamples(request: TrackRequest & { readonly suboperation: number }): Promise<Sample[]> {
    const { suboperation, toMs, hasHeights, signal } = request;
    const statement = hasHeights ? withHeights : positions;
    const samples: Sample[] = [];
    for (let { fromMs } = request; ;) {
      const rows = statement.all(suboperation, fromMs, toMs, ROWS_PER_READ);
      for (const row of rows) samples.push(toSample(suboperation, row));
      if (rows.length < ROWS_PER_READ) return samples;
      fromMs = samples.at(-1)!.timeMs + 1;
      await yieldToEventLoop(signal);
    }
  }

  return {
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
        for (let afterMs = -8.64e15; ;) {
          const rows = operatorFixes.all(suboperation, toMs, afterMs);
          for (const [timeMs, lat, lon] of rows) {
            fixes.push({ timeMs: timeMs!, latitude: lat! / 1e7, longitude: lon! / 1e7, wgs84M: NaN });
          }
          if (rows.length < ROWS_PER_READ) break;
          afterMs = fixes.at(-1)!.timeMs;
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

function toSample(suboperation: number, row: readonly (number | null)[]): Sample {
  return {
    timeMs: row[0]!,
    suboperation,
    latitude: row[1]! / 1e7,
    longitude: row[2]! / 1e7,
    mslM: metres(row[3]),
    wgs84M: metres(row[4]),
    aglM: metres(row[5]),
    atoM: metres(row[6]),
  };
}

/** Metres from stored millimetres; `NaN` where unknown. */
export function metres(mm: number | null | undefined): number {
  return mm === null || mm === undefined ? NaN : mm / 1000;
}
