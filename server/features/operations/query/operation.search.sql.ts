import { LONG_OPERATION_MS } from "../../../storage/migrations/0029-indexes.ts";
import { readable } from "../model/readable.sql.ts";
import { seenCondition } from "../model/seen-marks.store.ts";

/** Filters that are part of the statement only where they are requested: each would cost time on every request. */
export const OPTIONAL_FILTERS = [
  "suboperations",
  "sensorId",
  "sourceType",
  "technologies",
  "search",
  "seen",
  "ownership",
] as const;
export type OptionalFilter = (typeof OPTIONAL_FILTERS)[number];

/** The parameters from which a statement is built. */
export type SearchStatement = {
  readonly which: "operations" | "suboperations";
  readonly columns: "ids" | "candidates";
  readonly isDescending: boolean;
  /** Whether suboperations inside the region are looked up, instead of all that begin in the range. */
  readonly isByRegion: boolean;
  readonly filters: readonly OptionalFilter[];
};

const INSIDE = "s.id IN (SELECT value FROM json_each(@suboperations))";
/** Conditions on a suboperation `s`. */
const SUBOPERATION_CONDITIONS: Readonly<
  Record<Exclude<OptionalFilter, "suboperations" | "seen" | "ownership">, string>
> = {
  sensorId: "s.sensor_id = @sensorId",
  sourceType: "s.source_type = @sourceType",
  technologies: "s.technology IN (SELECT value FROM json_each(@technologies))",
  search: `(station_matches(@search, s.identifiers, s.operator_id, s.sensor_id)
    OR station_matches_aircraft(@search, s.identifiers, s.ua_type, s.aircraft))`,
};

/** A deleted suboperation does not make its owner an owner of the operation, which is shown without it. */
const IS_OWN = "s.owner = @viewer AND s.deleted_ms IS NULL";

/**
 * Every filter has to be met by a suboperation that the viewer may read. Suboperations inside a region are looked up
 * once for all operations; for the other conditions `+` keeps SQLite from using an index, because an operation has few
 * suboperations.
 */
function conditionOnOperation(filter: OptionalFilter): string {
  if (filter === "seen") return seenCondition("o.id");
  if (filter === "ownership") {
    return `EXISTS (SELECT 1 FROM suboperation AS s WHERE s.operation = o.id AND ${IS_OWN}) = @isOwn`;
  }
  if (filter === "suboperations") {
    return `o.id IN (SELECT s.operation FROM suboperation AS s WHERE ${INSIDE} AND ${readable("s")})`;
  }
  return `EXISTS (SELECT 1 FROM suboperation AS s
    WHERE s.operation = o.id AND ${readable("s")} AND +${SUBOPERATION_CONDITIONS[filter]})`;
}

function conditionOnSuboperation(filter: OptionalFilter): string {
  if (filter === "seen") return seenCondition("s.operation");
  if (filter === "ownership") return `coalesce(${IS_OWN}, 0) = @isOwn`;
  return filter === "suboperations" ? INSIDE : SUBOPERATION_CONDITIONS[filter];
}

/** An operation is in the range by its readable suboperations: the times of hidden ones must not be revealed. */
const IN_RANGE_AS_SHOWN = `((NOT @isPublicExcluded AND NOT EXISTS (SELECT 1 FROM suboperation WHERE is_private = 1))
  OR (SELECT min(s.first_ms) <= @toMs AND max(s.last_ms) >= @fromMs FROM suboperation AS s
    WHERE s.operation = o.id AND ${readable("s")}))`;

const COLUMNS: Readonly<Record<SearchStatement["which"], Readonly<Record<SearchStatement["columns"], string>>>> = {
  operations: {
    ids: "o.id AS operation, o.first_ms AS firstMs, o.id AS id",
    candidates: `o.id AS operation, o.first_ms AS firstMs, o.id AS id,
      (SELECT json_group_array(s.id) FROM suboperation AS s WHERE s.operation = o.id AND ${readable("s")}) AS suboperations`,
  },
  suboperations: {
    ids: "s.operation AS operation, s.id AS suboperation, s.first_ms AS firstMs, s.id AS id",
    candidates: "s.operation AS operation, s.first_ms AS firstMs, s.id AS id, json_array(s.id) AS suboperations",
  },
};

/**
 * Long operations that cover the start of a range, although they began long before. They are few, and only they are in
 * this index; a suboperation is at most as long as its operation.
 */
const LONG_OPERATIONS = `SELECT id FROM operation INDEXED BY operation_long
  WHERE merged_into IS NULL AND last_ms - first_ms > ${LONG_OPERATION_MS} AND last_ms >= @fromMs`;

type Table = SearchStatement["which"];

/**
 * The conditions on the interval of a row, for each of the searches that together find everything in the range: one
 * among rows that begin shortly before it or in it, one among long rows. A search by both ends of all of them would
 * read everything before the range, or everything after it.
 */
function intervals(which: Table): readonly (readonly string[])[] {
  const alias = which === "operations" ? "o" : "s";
  const isLong = `${alias}.${which === "operations" ? "id" : "operation"} IN (${LONG_OPERATIONS})`;
  return [
    [`${alias}.first_ms BETWEEN max(@lowMs, @soonMs) AND @highMs`, `${alias}.last_ms >= @fromMs`],
    [isLong, `+${alias}.first_ms BETWEEN @lowMs AND min(@highMs, @soonMs - 1)`, `+${alias}.last_ms >= @fromMs`],
  ];
}

const TABLES: Readonly<Record<Table, string>> = { operations: "operation AS o", suboperations: "suboperation AS s" };

/** The results are merged in order, so that a page ends the search. Without a region there are two searches. */
export function searchSql({ which, columns, isDescending, isByRegion, filters }: SearchStatement): string {
  const direction = isDescending ? "DESC" : "ASC";
  const alias = which === "operations" ? "o" : "s";
  // If a region contains few suboperations, they are looked up one by one.
  const searches = isByRegion
    ? [[`+${alias}.first_ms BETWEEN @lowMs AND @highMs`, `+${alias}.last_ms >= @fromMs`]]
    : intervals(which);
  const conditions = [
    // Continues among those that began in the same millisecond.
    `(${alias}.first_ms IS NOT @afterMs OR ${alias}.id ${isDescending ? "<" : ">"} @afterId)`,
    ...(which === "operations"
      ? [
          "o.merged_into IS NULL",
          ...filters.map(conditionOnOperation),
          `EXISTS (SELECT 1 FROM suboperation AS s WHERE s.operation = o.id AND ${readable("s")})`,
          IN_RANGE_AS_SHOWN,
        ]
      : [readable("s"), ...filters.map(conditionOnSuboperation)]),
  ];
  const selects = searches.map(
    (interval) => `SELECT ${COLUMNS[which][columns]} FROM ${TABLES[which]}
    WHERE ${[...interval, ...conditions].join("\n      AND ")}`,
  );
  return `${selects.join("\n  UNION ALL ")}
    ORDER BY firstMs ${direction}, id ${direction} LIMIT @limit OFFSET @offset`;
}

/** Counts what lies in the range, before other filters, up to a number. */
export function countSql(which: Table): string {
  const isKept = which === "operations" ? "o.merged_into IS NULL" : "s.deleted_ms IS NULL";
  const [near, long] = intervals(which).map((interval) => `WHERE ${[...interval, isKept].join(" AND ")}`);
  // Without this index SQLite might read everything that ends after the beginning of the range.
  const index = which === "operations" ? "operation_by_first" : "suboperation_by_first";
  const selects = [
    `SELECT 1 FROM ${TABLES[which]} INDEXED BY ${index} ${near}`,
    `SELECT 1 FROM ${TABLES[which]} ${long}`,
  ];
  return `SELECT count(*) FROM (${selects.join(" UNION ALL ")} LIMIT @number)`;
}
