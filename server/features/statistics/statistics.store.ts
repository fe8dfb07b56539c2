import { MIN_TIME_MS } from "../../kernel/clock.ts";
import type { Position } from "../../kernel/geo.ts";
import type { LastPoint } from "../../kernel/telemetry.ts";
import { OPERATOR_KIND } from "../../kernel/track-segment/segment-columns.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import { createTrackReader } from "../../storage/tracks/track-reader.ts";
import type { AltitudeReference, Statistics, Span } from "./statistics.rules.ts";

/** The extent of a suboperation's telemetry; statistics computed from the same extent are current. */
export type StatisticsInput = {
  readonly id: number;
  /** Row id of its sensor; `null` when the sensor never sent system telemetry. */
  readonly sensor: number | null;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly uaCount: number;
  readonly operatorCount: number;
  /** Time of the last sensor position before the first record, otherwise of the first one; `null` if there is none. */
  readonly sensorPositionMs: number | null;
  /** Number of sensor positions while it received the aircraft. */
  readonly sensorPositionCount: number;
};

export type StoredStatistics = {
  /** The suboperations, as `keyOf` writes them. */
  readonly key: string;
  readonly statistics: Statistics;
  readonly computedMs: number;
  /** Version of the input, from `inputVersionOf`; `null` when more telemetry arrived during the computation. */
  readonly inputVersion: string | null;
  readonly checkpoint: string;
};

/** Key of a set of suboperations, independent of their order. */
export function keyOf(suboperations: readonly number[]): string {
  return JSON.stringify(suboperations.toSorted((a, b) => a - b));
}

export function inputVersionOf(inputs: readonly StatisticsInput[]): string {
  return inputs
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, uaCount, operatorCount, sensorPositionMs, sensorPositionCount }) =>
      [id, uaCount, operatorCount, sensorPositionMs, sensorPositionCount].join(":"),
    )
    .join(" ");
}

export type StatisticsStore = {
  readonly listInputs: (suboperations: readonly number[]) => readonly StatisticsInput[];
  readonly listStored: (keys: readonly string[]) => readonly StoredStatistics[];
  /** Those of the keys whose statistics have a greatest distance to the operator beyond a limit in metres. */
  readonly listKeysBeyond: (keys: readonly string[], limitM: number) => readonly string[];
  /** Number of sensor positions after one time (exclusive) up to another (inclusive). */
  readonly countSensorPositions: (sensor: number, afterMs: number, upToMs: number) => number;
  readonly findSensorPosition: (sensor: number, timeMs: number) => Position | undefined;
  /** The first operator position of a suboperation. */
  readonly findFirstOperator: (suboperation: number) => (Position & { readonly timeMs: number }) | undefined;
  /** Row ids of suboperations after a given one, ascending. */
  readonly listSuboperationsAfter: (suboperation: number, limit: number) => readonly number[];
  /** All suboperations of the operations that the given ones belong to, grouped by operation. */
  readonly listGroupsByOperation: (suboperations: readonly number[]) => readonly (readonly number[])[];
  readonly save: (stored: StoredStatistics) => void;
  /** Counts operator records; call inside the transaction that stores them. */
  readonly addOperatorRecords: (suboperation: number, records: number) => void;
  /**
   * Discards all statistics that include a suboperation; call inside the transaction that replaces one of its records.
   */
  readonly discard: (suboperation: number) => void;
};

type Row = {
  readonly suboperations: string;
  readonly computed_ms: number;
  readonly input_version: string | null;
  readonly first_ms: number | null;
  readonly last_ms: number | null;
  readonly distance_m: number | null;
  readonly max_speed_mmps: number | null;
  readonly min_altitude_mm: number | null;
  readonly max_altitude_mm: number | null;
  readonly altitude_reference: AltitudeReference | null;
  readonly min_ato_mm: number | null;
  readonly max_ato_mm: number | null;
  readonly min_operator_m: number | null;
  readonly max_operator_m: number | null;
  readonly min_sensor_m: number | null;
  readonly max_sensor_m: number | null;
  readonly checkpoint: string;
};

const SENSOR_POSITIONS = "FROM system_track WHERE sensor = sensor.id AND latitude_e7 IS NOT NULL";

/** Number of newest sets to keep per operation: growing operations leave outdated sets behind. */
const MAX_SETS_PER_OPERATION = 8;

export function createStatisticsStore(reader: ReadableDb, writer: WritableDb): StatisticsStore {
  const inputs = reader.prepare<[string], StatisticsInput>(
    `SELECT s.id AS id, sensor.id AS sensor, s.first_ms AS firstMs, s.last_ms AS lastMs, s.record_count AS uaCount,
       s.operator_count AS operatorCount,
       coalesce((SELECT time_ms ${SENSOR_POSITIONS} AND time_ms <= s.first_ms ORDER BY time_ms DESC LIMIT 1),
         (SELECT time_ms ${SENSOR_POSITIONS} AND time_ms > s.first_ms ORDER BY time_ms LIMIT 1)) AS sensorPositionMs,
       (SELECT count(*) ${SENSOR_POSITIONS} AND time_ms > s.first_ms AND time_ms <= s.last_ms) AS sensorPositionCount
     FROM suboperation AS s LEFT JOIN sensor ON sensor.sensor_id = s.sensor_id
     WHERE s.id IN (SELECT value FROM json_each(?))`,
  );
  const stored = reader.prepare<[string], Row>(
    "SELECT * FROM statistics WHERE suboperations IN (SELECT value FROM json_each(?))",
  );
  const beyond = reader
    .prepare<[string, number], string>(
      `SELECT suboperations FROM statistics
       WHERE suboperations IN (SELECT value FROM json_each(?)) AND max_operator_m > ?`,
    )
    .pluck();
  const places = reader
    .prepare<[number, number, number], number>(
      "SELECT count(*) FROM system_track WHERE sensor = ? AND time_ms > ? AND time_ms <= ? AND latitude_e7 IS NOT NULL",
    )
    .pluck();
  const place = reader.prepare<[number, number], Position>(
    `SELECT latitude_e7 / 1e7 AS latitude, longitude_e7 / 1e7 AS longitude FROM system_track
     WHERE sensor = ? AND time_ms = ?`,
  );
  const operators = createTrackReader<LastPoint>(reader, OPERATOR_KIND, ["timeMs", "latitudeE7", "longitudeE7"]);
  const suboperationsAfter = reader
    .prepare<[number, number], number>("SELECT id FROM suboperation WHERE id > ? ORDER BY id LIMIT ?")
    .pluck();
  const groups = reader
    .prepare<[string], string>(
      `SELECT json_group_array(id) FROM suboperation WHERE deleted_ms IS NULL AND operation IN (
         SELECT operation FROM suboperation WHERE id IN (SELECT value FROM json_each(?))) GROUP BY operation`,
    )
    .pluck();
  // A suboperation may have been purged since it was read.
  const upsert = writer.prepare<[Readonly<Record<string, string | number | null>>]>(
    `INSERT INTO statistics (suboperations, first_suboperation, computed_ms, input_version, first_ms, last_ms, distance_m, max_speed_mmps,
       min_altitude_mm, max_altitude_mm, altitude_reference, min_ato_mm, max_ato_mm, min_operator_m, max_operator_m, min_sensor_m, max_sensor_m,
       checkpoint)
     SELECT @key, @first, @computedMs, @inputVersion, @firstMs, @lastMs, @distanceM, @maxSpeedMmps, @minAltitudeMm,
       @maxAltitudeMm, @altitudeReference, @minAtoMm, @maxAtoMm, @minOperatorM, @maxOperatorM, @minSensorM, @maxSensorM, @checkpoint
     WHERE EXISTS (SELECT 1 FROM suboperation WHERE id = @first)
     ON CONFLICT (suboperations) DO UPDATE SET computed_ms = excluded.computed_ms, input_version = excluded.input_version,
       first_ms = excluded.first_ms, last_ms = excluded.last_ms, distance_m = excluded.distance_m,
       max_speed_mmps = excluded.max_speed_mmps, min_altitude_mm = excluded.min_altitude_mm,
       max_altitude_mm = excluded.max_altitude_mm,
       altitude_reference = excluded.altitude_reference, min_ato_mm = excluded.min_ato_mm, max_ato_mm = excluded.max_ato_mm,
       min_operator_m = excluded.min_operator_m, max_operator_m = excluded.max_operator_m,
       min_sensor_m = excluded.min_sensor_m, max_sensor_m = excluded.max_sensor_m, checkpoint = excluded.checkpoint`,
  );
  const removeOldest = writer.prepare<[number, number]>(
    `DELETE FROM statistics WHERE suboperations IN (
       SELECT suboperations FROM statistics WHERE first_suboperation = ? ORDER BY computed_ms DESC LIMIT -1 OFFSET ?)`,
  );
  const addOperators = writer.prepare<[number, number]>(
    "UPDATE suboperation SET operator_count = operator_count + ? WHERE id = ?",
  );
  const removeOfOperation = writer.prepare<[number]>(
    `DELETE FROM statistics WHERE first_suboperation IN (
       SELECT id FROM suboperation WHERE operation = (SELECT operation FROM suboperation WHERE id = ?))`,
  );
  return {
    listInputs: (suboperations) => inputs.all(JSON.stringify(suboperations)),
    listStored: (keys) => stored.all(JSON.stringify(keys)).map(fromRow),
    listKeysBeyond: (keys, limitM) => beyond.all(JSON.stringify(keys), limitM),
    countSensorPositions: (sensor, afterMs, upToMs) => places.get(sensor, afterMs, upToMs)!,
    findSensorPosition: (sensor, timeMs) => place.get(sensor, timeMs),
    findFirstOperator(suboperation) {
      const first = operators.findFrom(suboperation, MIN_TIME_MS);
      return first && { timeMs: first.timeMs, latitude: first.latitudeE7 / 1e7, longitude: first.longitudeE7 / 1e7 };
    },
    listSuboperationsAfter: (suboperation, limit) => suboperationsAfter.all(suboperation, limit),
    listGroupsByOperation: (suboperations) =>
      groups.all(JSON.stringify(suboperations)).map((ids) => JSON.parse(ids) as readonly number[]),
    save(one) {
      const { statistics } = one;
      const suboperations = JSON.parse(one.key) as readonly number[];
      const first = suboperations[0]!;
      upsert.run({
        key: one.key,
        first,
        computedMs: one.computedMs,
        inputVersion: one.inputVersion,
        firstMs: statistics.firstMs,
        lastMs: statistics.lastMs,
        distanceM: statistics.distanceM,
        maxSpeedMmps: statistics.maxSpeedMmps,
        minAltitudeMm: statistics.altitudeMm?.[0] ?? null,
        maxAltitudeMm: statistics.altitudeMm?.[1] ?? null,
        altitudeReference: statistics.altitudeReference,
        minAtoMm: statistics.atoMm?.[0] ?? null,
        maxAtoMm: statistics.atoMm?.[1] ?? null,
        minOperatorM: statistics.operatorM?.[0] ?? null,
        maxOperatorM: statistics.operatorM?.[1] ?? null,
        minSensorM: statistics.sensorM?.[0] ?? null,
        maxSensorM: statistics.sensorM?.[1] ?? null,
        checkpoint: one.checkpoint,
      });
      if (suboperations.length > 1) removeOldest.run(first, MAX_SETS_PER_OPERATION);
    },
    addOperatorRecords: (suboperation, records) => void addOperators.run(records, suboperation),
    discard: (suboperation) => void removeOfOperation.run(suboperation),
  };
}

function fromRow(row: Row): StoredStatistics {
  return {
    key: row.suboperations,
    computedMs: row.computed_ms,
    inputVersion: row.input_version,
    checkpoint: row.checkpoint,
    statistics: {
      firstMs: row.first_ms,
      lastMs: row.last_ms,
      distanceM: row.distance_m,
      maxSpeedMmps: row.max_speed_mmps,
      altitudeMm: span(row.min_altitude_mm, row.max_altitude_mm),
      altitudeReference: row.altitude_reference,
      atoMm: span(row.min_ato_mm, row.max_ato_mm),
      operatorM: span(row.min_operator_m, row.max_operator_m),
      sensorM: span(row.min_sensor_m, row.max_sensor_m),
    },
  };
}

function span(min: number | null, max: number | null): Span | null {
  return min === null || max === null ? null : [min, max];
}
