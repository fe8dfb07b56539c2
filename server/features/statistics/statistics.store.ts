import type { Position } from "../../kernel/geo.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import type { Figures, Span } from "./figures.rules.ts";

/** What there is of a suboperation: figures that were computed from the same are current. */
export type Basis = {
  readonly id: number;
  /** The number under which its sensor's positions are stored; `null` when the sensor never said a word. */
  readonly sensor: number | null;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly uaCount: number;
  readonly operatorCount: number;
  /** When the sensor last said where it was before the first record, else when it first did; `null` if it never did. */
  readonly placedMs: number | null;
  /** How often it said so while it heard the aircraft. */
  readonly placedCount: number;
};

export type Stored = {
  /** The suboperations, as `keyOf` writes them. */
  readonly key: string;
  readonly figures: Figures;
  readonly computedMs: number;
  /** What the figures were computed from, as `stampOf` writes it; `null` when more arrived meanwhile. */
  readonly stamp: string | null;
  readonly checkpoint: string;
};

/** A set of suboperations, whatever their order. */
export function keyOf(fragments: readonly number[]): string {
  return JSON.stringify(fragments.toSorted((a, b) => a - b));
}

export function stampOf(bases: readonly Basis[]): string {
  return bases
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, uaCount, operatorCount, placedMs, placedCount }) =>
      [id, uaCount, operatorCount, placedMs, placedCount].join(":"),
    )
    .join(" ");
}

export type StatisticsStore = {
  readonly listBases: (fragments: readonly number[]) => readonly Basis[];
  readonly listStored: (keys: readonly string[]) => readonly Stored[];
  /** How often a sensor said where it was after one time and up to another. */
  readonly countPlaces: (sensor: number, afterMs: number, upToMs: number) => number;
  readonly findPlace: (sensor: number, timeMs: number) => Position | undefined;
  /** The first operator position that a suboperation has. */
  readonly findFirstOperator: (fragment: number) => (Position & { readonly timeMs: number }) | undefined;
  /** Numbers of suboperations above one, ascending. */
  readonly listFragmentsAfter: (fragment: number, limit: number) => readonly number[];
  /** All fragments of the operations that some belong to, operation by operation. */
  readonly listCompanies: (fragments: readonly number[]) => readonly (readonly number[])[];
  readonly save: (stored: Stored) => void;
  /** Counts operator records; inside the transaction that stored them. */
  readonly addOperatorRecords: (fragment: number, records: number) => void;
  /** Forgets what was computed with a fragment; inside the transaction that replaced a record of it. */
  readonly discard: (fragment: number) => void;
};

type Row = {
  readonly fragments: string;
  readonly computed_ms: number;
  readonly stamp: string | null;
  readonly first_ms: number | null;
  readonly last_ms: number | null;
  readonly distance_m: number | null;
  readonly max_speed_mmps: number | null;
  readonly min_altitude_mm: number | null;
  readonly max_altitude_mm: number | null;
  readonly min_ato_mm: number | null;
  readonly max_ato_mm: number | null;
  readonly min_operator_m: number | null;
  readonly max_operator_m: number | null;
  readonly min_sensor_m: number | null;
  readonly max_sensor_m: number | null;
  readonly checkpoint: string;
};

const PLACED = "FROM system_track WHERE sensor = sensor.id AND latitude_e7 IS NOT NULL";

/** Of one operation's sets of fragments the newest are kept: each that grew leaves an older one behind. */
const SETS_KEPT = 8;

export function createStatisticsStore(reader: ReadableDb, writer: WritableDb): StatisticsStore {
  const bases = reader.prepare<[string], Basis>(
    `SELECT s.id AS id, sensor.id AS sensor, s.first_ms AS firstMs, s.last_ms AS lastMs, s.record_count AS uaCount,
       s.operator_count AS operatorCount,
       coalesce((SELECT time_ms ${PLACED} AND time_ms <= s.first_ms ORDER BY time_ms DESC LIMIT 1),
         (SELECT time_ms ${PLACED} AND time_ms > s.first_ms ORDER BY time_ms LIMIT 1)) AS placedMs,
       (SELECT count(*) ${PLACED} AND time_ms > s.first_ms AND time_ms <= s.last_ms) AS placedCount
     FROM suboperation AS s LEFT JOIN sensor ON sensor.sensor_id = s.sensor_id
     WHERE s.id IN (SELECT value FROM json_each(?))`,
  );
  const stored = reader.prepare<[string], Row>(
    "SELECT * FROM statistics WHERE fragments IN (SELECT value FROM json_each(?))",
  );
  const places = reader
    .prepare<[number, number, number], number>(
      "SELECT count(*) FROM system_track WHERE sensor = ? AND time_ms > ? AND time_ms <= ? AND latitude_e7 IS NOT NULL",
    )
    .pluck();
  const place = reader.prepare<[number, number], Position>(
    `SELECT latitude_e7 / 1e7 AS latitude, longitude_e7 / 1e7 AS longitude FROM system_track
     WHERE sensor = ? AND time_ms = ?`,
  );
  const firstOperator = reader.prepare<[number], Position & { readonly timeMs: number }>(
    `SELECT time_ms AS timeMs, latitude_e7 / 1e7 AS latitude, longitude_e7 / 1e7 AS longitude FROM operator_track
     WHERE suboperation = ? ORDER BY time_ms LIMIT 1`,
  );
  const fragmentsAfter = reader
    .prepare<[number, number], number>("SELECT id FROM suboperation WHERE id > ? ORDER BY id LIMIT ?")
    .pluck();
  const companies = reader
    .prepare<[string], string>(
      `SELECT json_group_array(id) FROM suboperation WHERE deleted_ms IS NULL AND operation IN (
         SELECT operation FROM suboperation WHERE id IN (SELECT value FROM json_each(?))) GROUP BY operation`,
    )
    .pluck();
  // A fragment may have been purged since it was read.
  const upsert = writer.prepare<[Readonly<Record<string, string | number | null>>]>(
    `INSERT INTO statistics (fragments, first_fragment, computed_ms, stamp, first_ms, last_ms, distance_m, max_speed_mmps,
       min_altitude_mm, max_altitude_mm, min_ato_mm, max_ato_mm, min_operator_m, max_operator_m, min_sensor_m, max_sensor_m,
       checkpoint)
     SELECT @key, @first, @computedMs, @stamp, @firstMs, @lastMs, @distanceM, @maxSpeedMmps, @minAltitudeMm,
       @maxAltitudeMm, @minAtoMm, @maxAtoMm, @minOperatorM, @maxOperatorM, @minSensorM, @maxSensorM, @checkpoint
     WHERE EXISTS (SELECT 1 FROM suboperation WHERE id = @first)
     ON CONFLICT (fragments) DO UPDATE SET computed_ms = excluded.computed_ms, stamp = excluded.stamp,
       first_ms = excluded.first_ms, last_ms = excluded.last_ms, distance_m = excluded.distance_m,
       max_speed_mmps = excluded.max_speed_mmps, min_altitude_mm = excluded.min_altitude_mm,
       max_altitude_mm = excluded.max_altitude_mm, min_ato_mm = excluded.min_ato_mm, max_ato_mm = excluded.max_ato_mm,
       min_operator_m = excluded.min_operator_m, max_operator_m = excluded.max_operator_m,
       min_sensor_m = excluded.min_sensor_m, max_sensor_m = excluded.max_sensor_m, checkpoint = excluded.checkpoint`,
  );
  const removeOldest = writer.prepare<[number, number]>(
    `DELETE FROM statistics WHERE fragments IN (
       SELECT fragments FROM statistics WHERE first_fragment = ? ORDER BY computed_ms DESC LIMIT -1 OFFSET ?)`,
  );
  const addOperators = writer.prepare<[number, number]>(
    "UPDATE suboperation SET operator_count = operator_count + ? WHERE id = ?",
  );
  const removeOfFlight = writer.prepare<[number]>(
    `DELETE FROM statistics WHERE first_fragment IN (
       SELECT id FROM suboperation WHERE operation = (SELECT operation FROM suboperation WHERE id = ?))`,
  );
  return {
    listBases: (fragments) => bases.all(JSON.stringify(fragments)),
    listStored: (keys) => stored.all(JSON.stringify(keys)).map(fromRow),
    countPlaces: (sensor, afterMs, upToMs) => places.get(sensor, afterMs, upToMs)!,
    findPlace: (sensor, timeMs) => place.get(sensor, timeMs),
    findFirstOperator: (fragment) => firstOperator.get(fragment),
    listFragmentsAfter: (fragment, limit) => fragmentsAfter.all(fragment, limit),
    listCompanies: (fragments) =>
      companies.all(JSON.stringify(fragments)).map((ids) => JSON.parse(ids) as readonly number[]),
    save(one) {
      const { figures } = one;
      const fragments = JSON.parse(one.key) as readonly number[];
      const first = fragments[0]!;
      upsert.run({
        key: one.key,
        first,
        computedMs: one.computedMs,
        stamp: one.stamp,
        firstMs: figures.firstMs,
        lastMs: figures.lastMs,
        distanceM: figures.distanceM,
        maxSpeedMmps: figures.maxSpeedMmps,
        minAltitudeMm: figures.altitudeMm?.[0] ?? null,
        maxAltitudeMm: figures.altitudeMm?.[1] ?? null,
        minAtoMm: figures.atoMm?.[0] ?? null,
        maxAtoMm: figures.atoMm?.[1] ?? null,
        minOperatorM: figures.operatorM?.[0] ?? null,
        maxOperatorM: figures.operatorM?.[1] ?? null,
        minSensorM: figures.sensorM?.[0] ?? null,
        maxSensorM: figures.sensorM?.[1] ?? null,
        checkpoint: one.checkpoint,
      });
      if (fragments.length > 1) removeOldest.run(first, SETS_KEPT);
    },
    addOperatorRecords: (fragment, records) => void addOperators.run(records, fragment),
    discard: (fragment) => void removeOfFlight.run(fragment),
  };
}

function fromRow(row: Row): Stored {
  return {
    key: row.fragments,
    computedMs: row.computed_ms,
    stamp: row.stamp,
    checkpoint: row.checkpoint,
    figures: {
      firstMs: row.first_ms,
      lastMs: row.last_ms,
      distanceM: row.distance_m,
      maxSpeedMmps: row.max_speed_mmps,
      altitudeMm: span(row.min_altitude_mm, row.max_altitude_mm),
      atoMm: span(row.min_ato_mm, row.max_ato_mm),
      operatorM: span(row.min_operator_m, row.max_operator_m),
      sensorM: span(row.min_sensor_m, row.max_sensor_m),
    },
  };
}

function span(least: number | null, most: number | null): Span | null {
  return least === null || most === null ? null : [least, most];
}
