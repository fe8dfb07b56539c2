import type { ZoneFeature, ZoneProperties, ZoneSet } from "../../contracts/zones.ts";
import { isoFromMs, isoOrNull } from "../../kernel/clock.ts";
import type { Bbox, Position } from "../../kernel/geo.ts";
import { splitAtAntimeridian } from "../../kernel/geo.ts";
import type { ZoneDraft, ZoneFormat, ZoneVolume } from "../../kernel/zone.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import { detailsOf, type ZoneDetails } from "./zones.wire.ts";

export type ZoneSetModel = {
  readonly id: string;
  readonly name: string;
  readonly format: ZoneFormat;
  readonly issuedMs: number | null;
  readonly validFromMs: number | null;
  readonly importedMs: number;
};

type SetRow = ZoneSetModel & { readonly zones: number };
type ZoneRow = {
  readonly uuid: string;
  readonly zoneSet: string;
  readonly identifier: string;
  readonly name: string;
  readonly restriction: ZoneProperties["restriction"];
  readonly details: string;
  readonly geometry: string;
};

/** Seven decimals of a degree are about a centimetre. */
const DIGITS = 7;
const COLUMNS = `uuid, zone_set AS zoneSet, identifier, name, restriction, details, AsGeoJSON(geometry, ${DIGITS}) AS geometry`;
/** Excludes zones of sets that are being written or removed. */
const IS_WHOLE = "zone_set IN (SELECT id FROM zone_set WHERE is_whole)";

export function listZoneSets(db: ReadableDb): readonly ZoneSet[] {
  return db
    .prepare<[], SetRow>(
      `SELECT id, name, format, issued_ms AS issuedMs, valid_from_ms AS validFromMs, imported_ms AS importedMs,
         (SELECT count(*) FROM zone WHERE zone_set = zone_set.id) AS zones
       FROM zone_set WHERE is_whole ORDER BY imported_ms, id`,
    )
    .all()
    .map(({ issuedMs, validFromMs, importedMs, ...rest }) => ({
      ...rest,
      issued: isoOrNull(issuedMs),
      valid_from: isoOrNull(validFromMs),
      imported: isoFromMs(importedMs),
    }));
}

export function hasZoneSet(db: ReadableDb, id: string): boolean {
  return db.prepare("SELECT 1 FROM zone_set WHERE id = ? AND is_whole").get(id) !== undefined;
}

/** Inserts a set, not yet complete. */
export function insertZoneSet(db: WritableDb, set: ZoneSetModel): void {
  db.prepare("INSERT INTO zone_set VALUES (@id, @name, @format, @issuedMs, @validFromMs, @importedMs, 0)").run(set);
}

/** Makes a set visible and hides the one it replaces. */
export function completeZoneSet(db: WritableDb, id: string, replaces: string | null): void {
  db.transaction(() => {
    db.prepare("UPDATE zone_set SET is_whole = 1 WHERE id = ?").run(id);
    db.prepare("UPDATE zone_set SET is_whole = 0 WHERE id = ?").run(replaces);
  }).immediate();
}

/** Hides a set. */
export function hideZoneSet(db: WritableDb, id: string): void {
  db.prepare("UPDATE zone_set SET is_whole = 0 WHERE id = ?").run(id);
}

/** Removes some zones of hidden sets, and hidden sets without zones; false when there is nothing left to remove. */
export function removeIncompleteZones(db: WritableDb, max: number): boolean {
  const removed = db
    .prepare(
      `DELETE FROM zone WHERE id IN (
         SELECT zone.id FROM zone JOIN zone_set ON zone_set.id = zone_set WHERE is_whole = 0 LIMIT ?)`,
    )
    .run(max).changes;
  if (removed > 0) return true;
  db.prepare("DELETE FROM zone_set WHERE is_whole = 0").run();
  return false;
}

/**
 * The outline of a zone in the database's format: the union of all its volumes; self-intersections are repaired.
 * `undefined` when it encloses no area.
 */
export function createOutliner(db: ReadableDb): (zone: Pick<ZoneDraft, "volumes">) => Buffer | undefined {
  const outline = db
    .prepare<[string], Buffer | null>(
      `SELECT CASE WHEN ST_IsValid(g) THEN CastToMultiPolygon(g)
         ELSE CastToMultiPolygon(CollectionExtract(MakeValid(g), 3)) END
       FROM (SELECT GeomFromText(?, 4326) AS g)`,
    )
    .pluck();
  const join = db.prepare<[Buffer, Buffer], Buffer | null>("SELECT CastToMultiPolygon(ST_Union(?, ?))").pluck();
  return ({ volumes }) => {
    const shapes = volumes.map((volume) => outline.get(toWkt(volume)) ?? null);
    const known = shapes.filter((shape) => shape !== null);
    const [first, ...others] = known;
    if (first === undefined || known.length < shapes.length) return undefined;
    return others.reduce((joined, other) => join.get(joined, other) ?? joined, first);
  };
}

export type OutlinedZone = { readonly uuid: string; readonly zone: ZoneDraft; readonly outline: Buffer };

export function insertZones(db: WritableDb, setId: string, zones: readonly OutlinedZone[]): void {
  const insert = db.prepare(
    "INSERT INTO zone (uuid, zone_set, identifier, name, restriction, details, geometry) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  db.transaction(() => {
    for (const { uuid, zone, outline } of zones) {
      const details = JSON.stringify(detailsOf(zone));
      insert.run(uuid, setId, zone.identifier, zone.name, zone.restriction, details, outline);
    }
  }).immediate();
}

function toWkt({ rings }: ZoneVolume): string {
  const position = ({ latitude, longitude }: Position) => `${longitude} ${latitude}`;
  return `POLYGON(${rings.map((ring) => `(${ring.map(position).join(",")})`).join(",")})`;
}

/** Zones in a region, or all; largest first, so that a map draws the small ones on top. */
export function listZones(db: ReadableDb, bbox: Bbox | null, limit: number): readonly ZoneFeature[] {
  const halves = bbox === null ? [null] : splitAtAntimeridian(bbox);
  const inside = db.prepare<[object], ZoneRow & { readonly area: number }>(
    `SELECT ${COLUMNS}, ST_Area(geometry) AS area FROM zone WHERE ${IS_WHOLE} AND (@west IS NULL OR ROWID IN (
       SELECT ROWID FROM SpatialIndex WHERE f_table_name = 'zone' AND search_frame = BuildMbr(@west, @south, @east, @north, 4326))
       AND ST_Intersects(geometry, ${REGION}) = 1)
     ORDER BY area DESC LIMIT @limit`,
  );
  const rows = halves.flatMap((half) => inside.all({ ...(half ?? EVERYWHERE), limit }));
  const once = [...new Map(rows.map((row) => [row.uuid, row])).values()];
  return once
    .toSorted((a, b) => b.area - a.area)
    .slice(0, limit)
    .map(toFeature);
}

/** A line or a point where it has no width or height: of a polygon without area SpatiaLite misses what touches it. */
const REGION = `CASE
  WHEN @west = @east AND @south = @north THEN MakePoint(@west, @south, 4326)
  WHEN @west = @east OR @south = @north THEN
    MakeLine(MakePoint(@west, @south, 4326), MakePoint(@east, @north, 4326))
  ELSE BuildMbr(@west, @south, @east, @north, 4326) END`;

const EVERYWHERE = { west: null, south: null, east: null, north: null };

export function findZone(db: ReadableDb, uuid: string): ZoneFeature | undefined {
  const row = db.prepare<[string], ZoneRow>(`SELECT ${COLUMNS} FROM zone WHERE uuid = ? AND ${IS_WHOLE}`).get(uuid);
  return row && toFeature(row);
}

/** Ids and names of all zones, for search. */
export function listZoneNames(db: ReadableDb): readonly { readonly id: string; readonly name: string }[] {
  return db.prepare<[], { id: string; name: string }>(`SELECT uuid AS id, name FROM zone WHERE ${IS_WHOLE}`).all();
}

/** A zone that intersects an area, with the date of its data. */
export type TouchedZone = {
  readonly id: string;
  readonly name: string;
  readonly restriction: ZoneProperties["restriction"];
  /** When it was issued, otherwise when it was imported; Unix milliseconds. */
  readonly dataMs: number;
};

/** @param ring corners of the area, closed */
export function listZonesTouching(db: ReadableDb, ring: readonly Position[]): readonly TouchedZone[] {
  return db
    .prepare<[object], TouchedZone>(
      `SELECT zone.uuid AS id, zone.name, restriction, coalesce(issued_ms, imported_ms) AS dataMs
       FROM zone JOIN zone_set ON zone_set.id = zone.zone_set
       WHERE is_whole AND zone.ROWID IN (
         SELECT ROWID FROM SpatialIndex WHERE f_table_name = 'zone' AND search_frame = GeomFromText(@area, 4326))
       AND ST_Intersects(geometry, GeomFromText(@area, 4326)) ORDER BY zone.name, zone.id`,
    )
    .all({ area: toWkt({ rings: [ring], lower: null, upper: null }) });
}

function toFeature({ uuid, zoneSet, identifier, name, restriction, details, geometry }: ZoneRow): ZoneFeature {
  return {
    type: "Feature",
    id: uuid,
    geometry: JSON.parse(geometry) as ZoneFeature["geometry"],
    properties: {
      id: uuid,
      set_id: zoneSet,
      identifier,
      name,
      restriction,
      ...(JSON.parse(details) as ZoneDetails),
    },
  };
}
