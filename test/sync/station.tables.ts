import type { FlightTracks } from "../../server/features/flights/index.ts";
import { createTrackMarks } from "../../server/features/sync/index.ts";
import { EMPTY_POINT } from "../../server/kernel/track-points.ts";
import type { UaPoint } from "../../server/kernel/telemetry.ts";
import type { WritableDb } from "../../server/storage/database.ts";

const COLUMNS = {
  timeMs: "time_ms",
  receivedMs: "received_ms",
  operationalState: "operational_state",
  latitudeE7: "latitude_e7",
  longitudeE7: "longitude_e7",
  horizontalAccuracyMm: "horizontal_accuracy_mm",
  altitudeWgs84Mm: "altitude_wgs84_mm",
  altitudeWgs84AccuracyMm: "altitude_wgs84_accuracy_mm",
  altitudeAtoMm: "altitude_ato_mm",
  altitudePressureMm: "altitude_pressure_mm",
  headingCdeg: "heading_cdeg",
  horizontalSpeedMmps: "horizontal_speed_mmps",
  verticalSpeedMmps: "vertical_speed_mmps",
  velocityEastMmps: "velocity_east_mmps",
  velocityNorthMmps: "velocity_north_mmps",
  velocityUpMmps: "velocity_up_mmps",
  speedAccuracyMmps: "speed_accuracy_mmps",
  airPressurePa: "air_pressure_pa",
} as const satisfies Partial<Record<keyof UaPoint, string>>;

const FIELDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
const SELECT = `SELECT ${FIELDS.map((field) => `${COLUMNS[field]} AS ${field}`).join(", ")} FROM ua_track`;
const INSERT = `INSERT OR REPLACE INTO ua_track (suboperation, ${Object.values(COLUMNS).join(", ")})
  VALUES (${["suboperation", ...FIELDS].map(() => "?").join(", ")})`;
const EXTENT = `SELECT min(time_ms) AS firstMs, max(time_ms) AS lastMs, count(*) AS records,
  max(received_ms) AS updatedMs FROM ua_track WHERE suboperation = ?`;

type Extent = NonNullable<ReturnType<FlightTracks["extent"]>>;

/**
 * Telemetry of flights in the real tables, without the pipeline, the fusion and the indexes of the airspace: what
 * synchronisation sees of them is the same, and thousands of runs fit into a minute.
 */
export function createTableTracks(db: WritableDb): FlightTracks {
  const markTrack = createTrackMarks(db);

  /** In one transaction with the mark, as the recorder does. */
  function store(suboperation: number, points: readonly UaPoint[]): void {
    if (points.length === 0) return;
    db.transaction(() => {
      const insert = db.prepare(INSERT);
      for (const point of points) insert.run(suboperation, ...FIELDS.map((field) => point[field]));
      db.prepare(
        "UPDATE suboperation SET record_count = (SELECT count(*) FROM ua_track WHERE suboperation = @id) WHERE id = @id",
      ).run({ id: suboperation });
      markTrack(suboperation, Math.min(...points.map(({ timeMs }) => timeMs)));
    }).immediate();
  }

  return {
    enter(flight, alongside) {
      db.transaction(() => alongside(insertSuboperation(db, flight))).immediate();
    },
    update(suboperation, { plan, isPrivate }, alongside) {
      db.transaction(() => {
        db.prepare("UPDATE suboperation SET plan = ?, is_private = ? WHERE id = ?").run(
          plan,
          Number(isPrivate),
          suboperation,
        );
        alongside();
      }).immediate();
    },
    async record(suboperation, slices) {
      for (const points of slices) store(suboperation, points);
      return true;
    },
    recordStates: async () => {},
    async *read(suboperation, { firstMs = -8e15, lastMs = 8e15, limit, offset }) {
      const rows = db.prepare<unknown[], Partial<UaPoint>>(
        `${SELECT} WHERE suboperation = ? AND time_ms BETWEEN ? AND ? ORDER BY time_ms LIMIT ? OFFSET ?`,
      );
      const found = rows.all(suboperation, finite(firstMs), finite(lastMs), finite(limit), offset);
      yield found.map((row) => ({ ...EMPTY_POINT, ...row }));
    },
    stream: unneeded,
    readOnMap: unneeded,
    readPlaces: unneeded,
    extent: (suboperation) => db.prepare<[number], Extent>(EXTENT).get(suboperation),
    countUntil: (suboperation, untilMs) =>
      db
        .prepare<[number, number], number>("SELECT count(*) FROM ua_track WHERE suboperation = ? AND time_ms <= ?")
        .pluck()
        .get(suboperation, untilMs)!,
    isTaken: (id) => db.prepare("SELECT 1 FROM suboperation WHERE uuid = ?").get(id) !== undefined,
  };
}

function unneeded(): never {
  throw new Error("Not needed here.");
}

/** SQLite has no infinity among its integers. */
const finite = (value: number) => Math.max(-8e15, Math.min(8e15, value));

function insertSuboperation(db: WritableDb, flight: Parameters<FlightTracks["enter"]>[0]): number {
  const { id, owner, isPrivate, plan, timeMs } = flight;
  const operation = db
    .prepare("INSERT INTO operation (uuid, created_ms, updated_ms, first_ms, last_ms) VALUES (?, ?, ?, ?, ?)")
    .run(id, timeMs, timeMs, timeMs, timeMs).lastInsertRowid;
  return Number(
    db
      .prepare(
        `INSERT INTO suboperation (uuid, operation, owner, is_private, plan, sensor_id, technology, source_type,
           created_ms, updated_ms, first_ms, last_ms, record_count, west_e7, south_e7, east_e7, north_e7, identifiers,
           descriptions, authentication, warnings, link_reason, link_confidence)
         VALUES (@id, @operation, @owner, @isPrivate, @plan, @id, 'network', 'direct', @timeMs, @timeMs, @timeMs,
           @timeMs, 0, 0, 0, 0, 0, '[]', '[]', '[]', '[]', 'declared', 1)`,
      )
      .run({ id, operation, owner, isPrivate: Number(isPrivate), plan, timeMs }).lastInsertRowid,
  );
}
