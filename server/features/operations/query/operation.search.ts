import type { Viewer } from "../../../kernel/access.ts";
import { foldCase } from "../../../kernel/fold-case.ts";
import type { Identifier } from "../../../kernel/sighting.ts";
import type { TimeRange } from "../../../kernel/time-range.ts";
import type { ReadableDb } from "../../../storage/database.ts";
import { makerOf } from "../model/aircraft-facts.ts";
import { readable, viewerParameters } from "../model/readable.sql.ts";
import { seenCondition } from "../model/seen-marks.store.ts";

export type OperationFilter = {
  /** Only suboperations that this viewer may read are looked at. */
  readonly viewer: Viewer;
  readonly range: TimeRange;
  /** Only operations with one of these suboperations; `null` for no such filter. */
  readonly suboperations: ReadonlySet<number> | null;
  readonly sensorId: string | null;
  readonly sourceType: string | null;
  readonly technologies: readonly string[] | null;
  /** Substring of an identifier, operator id, sensor id or maker, compared after Unicode case folding. */
  readonly search: string | null;
  /** Whether the viewer has marked it as seen; `null` for no such filter. */
  readonly seen: boolean | null;
  readonly isDescending: boolean;
  readonly limit: number;
  readonly offset: number;
};

/** What passed the other filters, with the suboperations whose statistics decide about it. */
export type Candidate = {
  readonly operation: number;
  readonly firstMs: number;
  /** Breaks ties of the time. */
  readonly id: number;
  readonly suboperations: readonly number[];
};

/** Finds operations and single suboperations by the filters of the list; gives their numbers in the order of the filter. */
export type OperationSearch = {
  readonly findOperations: (filter: OperationFilter) => readonly number[];
  /** Pairs of operation and suboperation. */
  readonly findSuboperations: (
    filter: OperationFilter,
  ) => readonly { readonly operation: number; readonly suboperation: number }[];
  /** Whether at least `number` operations, or suboperations, lie in the range of time, before other filters. */
  readonly hasInRange: (filter: OperationFilter, which: "operations" | "suboperations", number: number) => boolean;
  /** The next operations, or suboperations, after another one; limit and offset of the filter are ignored. */
  readonly listCandidates: (
    filter: OperationFilter,
    which: "operations" | "suboperations",
    after: Candidate | undefined,
    limit: number,
  ) => readonly Candidate[];
};

const INSIDE = "s.id IN (SELECT value FROM json_each(@suboperations))";
/** Parameters with their conditions on a suboperation `s`; each applies unless its parameter is null. */
const SUBOPERATION_CONDITIONS = [
  ["@sensorId", "s.sensor_id = @sensorId"],
  ["@sourceType", "s.source_type = @sourceType"],
  ["@technologies", "s.technology IN (SELECT value FROM json_each(@technologies))"],
  ["@search", "station_matches(@search, s.identifiers, s.operator_id, s.sensor_id)"],
] as const;

/**
 * Every filter has to be met by a suboperation that the viewer may read. What lies inside a region is looked up once for
 * all operations; for the other conditions `+` keeps SQLite from using an index, because an operation has few suboperations.
 */
const SUBOPERATIONS_OF_OPERATION = [
  `(@suboperations IS NULL OR o.id IN (
        SELECT s.operation FROM suboperation AS s WHERE ${INSIDE} AND ${readable("s")}))`,
  ...SUBOPERATION_CONDITIONS.map(
    ([parameter, condition]) => `(${parameter} IS NULL OR EXISTS (
        SELECT 1 FROM suboperation AS s WHERE s.operation = o.id AND ${readable("s")} AND +${condition}))`,
  ),
  `EXISTS (SELECT 1 FROM suboperation AS s WHERE s.operation = o.id AND ${readable("s")})`,
].join("\n      AND ");
const FILTERED_SUBOPERATION = [["@suboperations", INSIDE], ...SUBOPERATION_CONDITIONS]
  .map(([parameter, condition]) => `(${parameter} IS NULL OR ${condition})`)
  .join(" AND ");

/** An operation is in the range by the suboperations that may be read: its hidden ones must not be found out by time. */
const IN_RANGE_AS_SHOWN = `((NOT @isPublicExcluded AND NOT EXISTS (SELECT 1 FROM suboperation WHERE is_private = 1))
  OR (SELECT min(s.first_ms) <= @toMs AND max(s.last_ms) >= @fromMs FROM suboperation AS s
    WHERE s.operation = o.id AND ${readable("s")}))`;

type Direction = "ASC" | "DESC";
type Parameters = Readonly<Record<string, string | number | null>>;

export function createOperationSearch(db: ReadableDb): OperationSearch {
  // SQLite's LIKE folds ASCII only, and would treat `%` and `_` as wildcards.
  db.function("station_matches", { deterministic: true }, (search, identifiers, operatorId, sensorId) => {
    const declared = JSON.parse(identifiers as string) as readonly Identifier[];
    const texts = [
      ...declared.map(({ value }) => value),
      operatorId as string | null,
      sensorId as string,
      makerOf(declared),
    ];
    return Number(texts.some((text) => text !== null && foldCase(text).includes(search as string)));
  });
  // The first condition uses the index; the second one continues among those that began in the same millisecond.
  const after = (alias: string, direction: Direction) =>
    `${alias}.first_ms BETWEEN @lowMs AND @highMs
      AND (${alias}.first_ms IS NOT @afterMs OR ${alias}.id ${direction === "ASC" ? ">" : "<"} @afterId)`;
  const operationSql = (columns: string, direction: Direction) => `
    SELECT ${columns} FROM operation AS o
    WHERE o.merged_into IS NULL AND ${after("o", direction)} AND o.last_ms >= @fromMs
      AND ${seenCondition("o.id")}
      AND ${SUBOPERATIONS_OF_OPERATION}
      AND ${IN_RANGE_AS_SHOWN}
    ORDER BY o.first_ms ${direction}, o.id ${direction} LIMIT @limit OFFSET @offset`;
  const suboperationSql = (columns: string, direction: Direction) => `
    SELECT ${columns} FROM suboperation AS s
    WHERE ${after("s", direction)} AND s.last_ms >= @fromMs AND ${readable("s")}
      AND ${FILTERED_SUBOPERATION} AND ${seenCondition("s.operation")}
    ORDER BY s.first_ms ${direction}, s.id ${direction} LIMIT @limit OFFSET @offset`;
  const inRange = (table: string) =>
    db
      .prepare<[object], number>(
        `SELECT count(*) FROM (SELECT 1 FROM ${table} AND first_ms <= @toMs AND last_ms >= @fromMs
           ORDER BY first_ms LIMIT @number)`,
      )
      .pluck();
  const ranges = {
    operations: inRange("operation WHERE merged_into IS NULL"),
    suboperations: inRange("suboperation WHERE deleted_ms IS NULL"),
  };
  const operations = {
    ascending: db.prepare<[Parameters], number>(operationSql("o.id", "ASC")).pluck(),
    descending: db.prepare<[Parameters], number>(operationSql("o.id", "DESC")).pluck(),
  };
  const suboperations = {
    ascending: db.prepare<[Parameters], SuboperationIdRow>(suboperationSql(SUBOPERATION_ID_COLUMNS, "ASC")),
    descending: db.prepare<[Parameters], SuboperationIdRow>(suboperationSql(SUBOPERATION_ID_COLUMNS, "DESC")),
  };
  const candidates = {
    operations: {
      ascending: db.prepare<[Parameters], CandidateRow>(operationSql(OPERATION_CANDIDATE, "ASC")),
      descending: db.prepare<[Parameters], CandidateRow>(operationSql(OPERATION_CANDIDATE, "DESC")),
    },
    suboperations: {
      ascending: db.prepare<[Parameters], CandidateRow>(suboperationSql(SUBOPERATION_CANDIDATE, "ASC")),
      descending: db.prepare<[Parameters], CandidateRow>(suboperationSql(SUBOPERATION_CANDIDATE, "DESC")),
    },
  };
  const order = (filter: OperationFilter) => (filter.isDescending ? "descending" : "ascending");
  return {
    findOperations: (filter) => operations[order(filter)].all(parametersOf(filter)),
    findSuboperations: (filter) => suboperations[order(filter)].all(parametersOf(filter)),
    hasInRange: ({ range }, which, number) => ranges[which].get({ ...range, number }) === number,
    listCandidates(filter, which, last, limit) {
      const rows = candidates[which][order(filter)].all({ ...parametersOf(filter, last), offset: 0, limit });
      return rows.map((row) => ({ ...row, suboperations: JSON.parse(row.suboperations) as readonly number[] }));
    },
  };
}

type SuboperationIdRow = { readonly operation: number; readonly suboperation: number };
type CandidateRow = Omit<Candidate, "suboperations"> & { readonly suboperations: string };

const SUBOPERATION_ID_COLUMNS = "s.operation AS operation, s.id AS suboperation";
const OPERATION_CANDIDATE = `o.id AS operation, o.first_ms AS firstMs, o.id AS id,
  (SELECT json_group_array(s.id) FROM suboperation AS s WHERE s.operation = o.id AND ${readable("s")}) AS suboperations`;
const SUBOPERATION_CANDIDATE =
  "s.operation AS operation, s.first_ms AS firstMs, s.id AS id, json_array(s.id) AS suboperations";

/** `last` is the candidate after which to continue. */
function parametersOf(filter: OperationFilter, last?: Candidate): Parameters {
  const { fromMs, toMs } = filter.range;
  return {
    ...viewerParameters(filter.viewer),
    fromMs,
    toMs,
    lowMs: last !== undefined && !filter.isDescending ? last.firstMs : -Number.MAX_SAFE_INTEGER,
    highMs: last !== undefined && filter.isDescending ? Math.min(toMs, last.firstMs) : toMs,
    afterMs: last?.firstMs ?? null,
    afterId: last?.id ?? null,
    suboperations: filter.suboperations === null ? null : JSON.stringify([...filter.suboperations]),
    sensorId: filter.sensorId,
    sourceType: filter.sourceType,
    technologies: filter.technologies === null ? null : JSON.stringify(filter.technologies),
    search: filter.search === null ? null : foldCase(filter.search),
    seen: filter.seen === null ? null : Number(filter.seen),
    limit: filter.limit,
    offset: filter.offset,
  };
}
