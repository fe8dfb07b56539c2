import { isoFromMs } from "../../server/kernel/clock.ts";
import { CENTRE, FIRST_MS, type Flights } from "./flights.fixture.ts";
import type { Postgis } from "./postgis.peer.ts";
import type { BoxQuery } from "./box-queries.fixture.ts";

/** The flights of `recordFlights`, created by PostgreSQL itself: place, time and the known values of a point. */
export async function loadPostgis({ ask }: Postgis, flights: Flights): Promise<void> {
  const share = (factor: number) => `(2 * (track * ${factor}::float8 - floor(track * ${factor}::float8)) - 1)`;
  const angle = "(step / 90.0::float8 + track)";
  const degrees = (value: string) => `round((${value}) * 1e7::float8) / 1e7::float8`;
  const longitude = `${CENTRE.longitude} + ${share(0.754878)} * ${flights.spreadDeg} + 0.004 * cos(${angle})`;
  const latitude = `${CENTRE.latitude} + ${share(0.618034)} * ${flights.spreadDeg} + 0.003 * sin(${angle})`;
  await ask("CREATE EXTENSION postgis; CREATE EXTENSION btree_gist");
  await ask(
    `CREATE UNLOGGED TABLE ua AS SELECT track AS operation,
       to_timestamp((${FIRST_MS} + (track - 1) * ${flights.startEveryMs}::float8 + step * ${flights.stepMs}::float8) / 1000) AS time,
       ST_SetSRID(ST_MakePoint(${degrees(longitude)}, ${degrees(latitude)}), 4326) AS place,
       0.1::float8 AS time_accuracy, 'airborne'::text AS operational_state, 3::float8 AS horizontal_accuracy,
       300 + (step * 500 % 80000) / 1000::float8 AS altitude_wgs84, 10::float8 AS altitude_wgs84_accuracy,
       (step * 500 % 80000) / 1000::float8 AS altitude_ato, 295.5 + (step * 500 % 80000) / 1000::float8 AS altitude_pressure,
       10::float8 AS altitude_pressure_accuracy, (step * 64 % 36000) / 100::float8 AS heading,
       7.25::float8 AS horizontal_speed, -0.5::float8 AS vertical_speed, 5.127::float8 AS velocity_east,
       -5.126::float8 AS velocity_north, -0.5::float8 AS velocity_up, 0.3::float8 AS speed_accuracy
     FROM generate_series(1, ${flights.tracks}) AS track, generate_series(0, ${flights.pointsOfTrack - 1}) AS step`,
  );
  await ask("CREATE INDEX ON ua USING gist (place, time)");
  await ask("CREATE INDEX ON ua (operation, time)");
  await ask("VACUUM ANALYZE ua");
  // By default it reads the whole table for a few flights: the index is what is compared.
  await ask("SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off");
  await ask("SET max_parallel_workers_per_gather = 0");
  await ask(
    `PREPARE find (float8, float8, float8, float8, timestamptz, timestamptz) AS SELECT DISTINCT operation FROM ua
     WHERE place && ST_MakeEnvelope($1, $2, $3, $4, 4326) AND time BETWEEN $5 AND $6`,
  );
}

/** The operations with a point in a box and a window. */
export async function queryIds(
  { ask }: Postgis,
  question: BoxQuery,
): Promise<{ readonly operations: number; readonly tookMs: number }> {
  const { box, from, to } = literalsOf(question);
  const { lines, tookMs } = await ask(`EXECUTE find (${box}, ${from}, ${to})`);
  return { operations: lines.length, tookMs };
}

/** All telemetry of those operations in the window as CSV, thrown away by psql; gives the milliseconds. */
export async function requestTelemetry({ ask }: Postgis, question: BoxQuery): Promise<number> {
  const { box, from, to } = literalsOf(question);
  const csv =
    `SELECT time, operation, ST_X(place) AS longitude, ST_Y(place) AS latitude, time_accuracy, operational_state,
      horizontal_accuracy, altitude_wgs84, altitude_wgs84_accuracy, altitude_ato, altitude_pressure,
      altitude_pressure_accuracy, heading, horizontal_speed, vertical_speed, velocity_east, velocity_north, velocity_up,
      speed_accuracy
    FROM ua WHERE operation IN (SELECT operation FROM ua WHERE place && ST_MakeEnvelope(${box}, 4326)
      AND time BETWEEN ${from} AND ${to}) AND time BETWEEN ${from} AND ${to} ORDER BY time`.replaceAll(/\s+/g, " ");
  await ask("\\o /dev/null\nSELECT 1");
  const { tookMs } = await ask(`COPY (${csv}) TO STDOUT (FORMAT csv, HEADER)`);
  await ask("\\o\nSELECT 1");
  return tookMs;
}

function literalsOf({ bbox, range }: BoxQuery): { readonly box: string; readonly from: string; readonly to: string } {
  return {
    box: [bbox.west, bbox.south, bbox.east, bbox.north].join(", "),
    from: `'${isoFromMs(range.fromMs)}'`,
    to: `'${isoFromMs(range.toMs)}'`,
  };
}
