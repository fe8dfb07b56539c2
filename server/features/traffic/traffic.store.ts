import { DAY_MS } from "../../kernel/clock.ts";
import { type Bbox, splitAtAntimeridian, toBoxE7 } from "../../kernel/geo.ts";
import { courseCdeg } from "../../kernel/measured-values.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { TrafficPoint } from "../../kernel/traffic.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";

type Row = {
  readonly icao: string;
  readonly callsign: string;
  readonly category: string;
  readonly sensorId: string;
  readonly timeMs: number;
  readonly latitudeE7: number;
  readonly longitudeE7: number;
  readonly wgs84Mm: number | null;
  readonly pressureMm: number | null;
  readonly isOnGround: number;
  readonly speedMmps: number | null;
  readonly headingCdeg: number | null;
  readonly verticalMmps: number | null;
};

const SELECT = `SELECT a.icao, a.callsign, a.category, a.sensor_id AS sensorId, p.time_ms AS timeMs,
    p.latitude_e7 AS latitudeE7, p.longitude_e7 AS longitudeE7, p.altitude_wgs84_mm AS wgs84Mm,
    p.altitude_pressure_mm AS pressureMm, p.is_on_ground AS isOnGround, p.speed_mmps AS speedMmps,
    p.heading_cdeg AS headingCdeg, p.vertical_speed_mmps AS verticalMmps
  FROM traffic_point AS p JOIN traffic_aircraft AS a ON a.id = p.aircraft
  WHERE p.time_ms BETWEEN @fromMs AND @toMs AND p.latitude_e7 BETWEEN @south AND @north
    AND p.longitude_e7 BETWEEN @west AND @east ORDER BY p.time_ms, p.aircraft`;

const EVERYWHERE: Bbox = { west: -180, south: -90, east: 180, north: 90 };

export type TrafficStore = ReturnType<typeof createTrafficStore>;

/** Stores positions of traffic, and their retention time. */
export function createTrafficStore(reader: ReadableDb, writer: WritableDb) {
  const findAircraft = writer
    .prepare<[object], number>(
      `SELECT id FROM traffic_aircraft WHERE day = @day AND icao = @icao AND callsign = @callsign
         AND category = @category AND sensor_id = @sensorId`,
    )
    .pluck();
  const insertAircraft = writer.prepare(
    `INSERT INTO traffic_aircraft (day, icao, callsign, category, sensor_id)
     VALUES (@day, @icao, @callsign, @category, @sensorId)`,
  );
  const insertPoint = writer.prepare(
    `INSERT OR IGNORE INTO traffic_point (time_ms, aircraft, latitude_e7, longitude_e7, altitude_wgs84_mm,
       altitude_pressure_mm, is_on_ground, speed_mmps, heading_cdeg, vertical_speed_mmps)
     VALUES (@timeMs, @aircraft, @latitudeE7, @longitudeE7, @wgs84Mm, @pressureMm, @isOnGround, @speedMmps,
       @headingCdeg, @verticalMmps)`,
  );
  const inRange = reader.prepare<[object], Row>(SELECT);
  const removeOld = writer.prepare<[{ readonly beforeMs: number; readonly limit: number }]>(
    `DELETE FROM traffic_point WHERE (time_ms, aircraft) IN (
       SELECT time_ms, aircraft FROM traffic_point WHERE time_ms < @beforeMs ORDER BY time_ms, aircraft LIMIT @limit)`,
  );
  const removeOldAircraft = writer.prepare<[number]>("DELETE FROM traffic_aircraft WHERE day < ?");
  const keptDays = writer.prepare<[], number>("SELECT max_age_days FROM traffic_retention").pluck();
  const saveKeptDays = writer.prepare<[number]>(
    "INSERT OR REPLACE INTO traffic_retention (id, max_age_days) VALUES (1, ?)",
  );

  function aircraftOf({ icao, callsign, category, sensorId, timeMs }: TrafficPoint): number {
    const day = Math.floor(timeMs / DAY_MS);
    const key = { day, icao, callsign: callsign ?? "", category: category ?? "", sensorId };
    return findAircraft.get(key) ?? Number(insertAircraft.run(key).lastInsertRowid);
  }

  return {
    insert: writer.transaction((points: readonly TrafficPoint[]) => {
      for (const point of points) insertPoint.run({ ...toColumns(point), aircraft: aircraftOf(point) });
    }),
    /** Positions in a range and a box, in order of time. A long range has to be read in parts. */
    list(range: TimeRange, bbox: Bbox = EVERYWHERE): readonly TrafficPoint[] {
      const halves = splitAtAntimeridian(bbox).map((half) => inRange.all({ ...range, ...toBoxE7(half) }));
      const rows = halves.length === 1 ? halves[0]! : halves.flat().toSorted((a, b) => a.timeMs - b.timeMs);
      return rows.map(toPoint);
    },
    /** Removes some positions before a time; returns how many. */
    removeBefore(beforeMs: number, limit: number): number {
      const removed = removeOld.run({ beforeMs, limit }).changes;
      if (removed < limit) removeOldAircraft.run(Math.floor(beforeMs / DAY_MS));
      return removed;
    },
    /** How many days positions are kept; `undefined` until a person has chosen it. */
    findKeptDays: () => keptDays.get(),
    saveKeptDays: (days: number) => void saveKeptDays.run(days),
  };
}

function toColumns(point: TrafficPoint): object {
  return {
    timeMs: point.timeMs,
    latitudeE7: Math.round(point.latitude * 1e7),
    longitudeE7: Math.round(point.longitude * 1e7),
    wgs84Mm: scaled(point.altitudeWgs84M, 1000),
    pressureMm: scaled(point.altitudePressureM, 1000),
    isOnGround: Number(point.isOnGround),
    speedMmps: scaled(point.speedMps, 1000),
    headingCdeg: headingCdegOf(point),
    verticalMmps: scaled(point.verticalSpeedMps, 1000),
  };
}

function toPoint(row: Row): TrafficPoint {
  return {
    icao: row.icao,
    callsign: row.callsign === "" ? null : row.callsign,
    category: row.category === "" ? null : row.category,
    sensorId: row.sensorId,
    timeMs: row.timeMs,
    latitude: row.latitudeE7 / 1e7,
    longitude: row.longitudeE7 / 1e7,
    altitudeWgs84M: divided(row.wgs84Mm, 1000),
    altitudePressureM: divided(row.pressureMm, 1000),
    isOnGround: row.isOnGround === 1,
    speedMps: divided(row.speedMmps, 1000),
    headingDeg: divided(row.headingCdeg, 100),
    verticalSpeedMps: divided(row.verticalMmps, 1000),
  };
}

/** The point with the precision of the database: live judging must not differ from judging what is read again. */
export function toStoredPrecision(point: TrafficPoint): TrafficPoint {
  const rounded = (value: number | null, scale: number) => divided(scaled(value, scale), scale);
  return {
    ...point,
    latitude: Math.round(point.latitude * 1e7) / 1e7,
    longitude: Math.round(point.longitude * 1e7) / 1e7,
    altitudeWgs84M: rounded(point.altitudeWgs84M, 1000),
    altitudePressureM: rounded(point.altitudePressureM, 1000),
    speedMps: rounded(point.speedMps, 1000),
    headingDeg: divided(headingCdegOf(point), 100),
    verticalSpeedMps: rounded(point.verticalSpeedMps, 1000),
  };
}

/** Receivers also write 360 for north. */
function headingCdegOf({ headingDeg }: TrafficPoint): number | null {
  return headingDeg === null ? null : courseCdeg(headingDeg);
}

const scaled = (value: number | null, scale: number) => (value === null ? null : Math.round(value * scale));
const divided = (value: number | null, scale: number) => (value === null ? null : value / scale);
