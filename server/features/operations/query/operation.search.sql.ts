import { readable } from "../model/readable.sql.ts";
import { seenCondition } from "../model/seen-marks.store.ts";

/** Filters that are a part of the statement only where they are asked for: each would cost on every request. */
export const OPTIONAL_FILTERS = ["suboperations", "sensorId", "sourceType", "technologies", "search", "seen"] as const;
export type OptionalFilter = (typeof OPTIONAL_FILTERS)[number];

/** What a statement consists of. */
export type SearchStatement = {
  readonly which: "operations" | "suboperations";
  readonly columns: "ids" | "candidates";
  readonly isDescending: boolean;
  /** Whether what lies inside the region is looked up, rather than everything that begins in the range. */
  readonly isByRegion: boolean;
  readonly filters: readonly OptionalFilter[];
};

const INSIDE = "s.id IN (SELECT value FROM json_each(@suboperations))";
/** Conditions on a suboperation `s`. */
const SUBOPERATION_CONDITIONS: Readonly<Record<Exclude<OptionalFilter, "suboperations" | "seen">, string>> = {
  sensorId: "s.sensor_id = @sensorId",
  sourceType: "s.source_type = @sourceType",
  technologies: "s.technology IN (SELECT value FROM json_each(@technologies))",
  search: "station_matches(@search, s.identifiers, s.operator_id, s.sensor_id)",
};

/**
 * Every filter has to be met by a suboperation that the viewer may read. What lies inside a region is looked up once for
 * all operations; for the other conditions `+` keeps SQLite from using an index, because an operation has few suboperations.
 */
function conditionOnOperation(filter: OptionalFilter): string {
  if (filter === "seen") return seenCondition("o.id");
  if (filter === "suboperations") {
    return `o.id IN (SELECT s.operation FROM suboperation AS s WHERE ${INSIDE} AND ${readable("s")})`;
  }
  return `EXISTS (SELECT 1 FROM suboperation AS s
    WHERE s.operation = o.id AND ${readable("s")} AND +${SUBOPERATION_CONDITIONS[filter]})`;
}

function conditionOnSuboperation(filter: OptionalFilter): string {
  if (filter === "seen") return seenCondition("s.operation");
  return filter === "suboperations" ? INSIDE : SUBOPERATION_CONDITIONS[filter];
}

/** An operation is in the range by the suboperations that may be read: its hidden ones must not be found out by time. */
const IN_RANGE_AS_SHOWN = `((NOT @isPublicExcluded AND NOT EXISTS (SELECT 1 FROM suboperation WHERE is_private = 1))
  OR (SELECT min(s.first_ms) <= @toMs AND max(s.last_ms) >= @fromMs FROM suboperation AS s
    WHERE s.operation = o.id AND ${readable("s")}))`;

const COLUMNS: Readonly<Record<SearchStatement["which"], Readonly<Record<SearchStatement["columns"], string>>>> = {
  operations: {
    ids: "o.id AS operation",
    candidates: `o.id AS operation, o.first_ms AS firstMs, o.id AS id,
      (SELECT json_group_array(s.id) FROM suboperation AS s WHERE s.operation = o.id AND ${readable("s")}) AS suboperations`,
  },
  suboperations: {
    ids: "s.operation AS operation, s.id AS suboperation",
    candidates: "s.operation AS operation, s.first_ms AS firstMs, s.id AS id, json_array(s.id) AS suboperations",
  },
};

export function searchSql({ which, columns, isDescending, isByRegion, filters }: SearchStatement): string {
  const direction = isDescending ? "DESC" : "ASC";
  const alias = which === "operations" ? "o" : "s";
  // The first condition uses the index, unless the region has few; the second one continues among those that began in
  // the same millisecond.
  const conditions = [
    `${isByRegion ? "+" : ""}${alias}.first_ms BETWEEN @lowMs AND @highMs`,
    `(${alias}.first_ms IS NOT @afterMs OR ${alias}.id ${isDescending ? "<" : ">"} @afterId)`,
    `${isByRegion ? "+" : ""}${alias}.last_ms >= @fromMs`,
    ...(which === "operations"
      ? [
          "o.merged_into IS NULL",
          ...filters.map(conditionOnOperation),
          `EXISTS (SELECT 1 FROM suboperation AS s WHERE s.operation = o.id AND ${readable("s")})`,
          IN_RANGE_AS_SHOWN,
        ]
      : [readable("s"), ...filters.map(conditionOnSuboperation)]),
  ];
  return `SELECT ${COLUMNS[which][columns]} FROM ${which === "operations" ? "operation AS o" : "suboperation AS s"}
    WHERE ${conditions.join("\n      AND ")}
    ORDER BY ${alias}.first_ms ${direction}, ${alias}.id ${direction} LIMIT @limit OFFSET @offset`;
}
