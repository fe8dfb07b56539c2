import type { Viewer } from "../../../kernel/access.ts";
import { foldCase } from "../../../contracts/fold-case.ts";
import type { Identifier } from "../../../kernel/sighting.ts";
import type { TimeRange } from "../../../kernel/time-range.ts";
import type { ReadableDb } from "../../../storage/database.ts";
import { LONG_OPERATION_MS } from "../../../storage/migrations/0029-indexes.ts";
import { aircraftModelsOf } from "../model/aircraft-facts.ts";
import type { DescribedAircraft } from "../model/operation.model.ts";
import { viewerParameters } from "../model/readable.sql.ts";
import { countSql, OPTIONAL_FILTERS, type SearchStatement, searchSql } from "./operation.search.sql.ts";

export type OperationFilter = {
  /** Only suboperations that this viewer may read are looked at. */
  readonly viewer: Viewer;
  readonly range: TimeRange;
  /** Only operations with one of these suboperations; `null` for no such filter. */
  readonly suboperations: ReadonlySet<number> | null;
  readonly sensorId: string | null;
  readonly sourceType: string | null;
  readonly technologies: readonly string[] | null;
  /** Substring of an identifier, operator id, sensor id, or an aircraft's maker, model or type, compared after Unicode case folding. */
  readonly search: string | null;
  /** Whether the viewer has marked it as seen; `null` for no such filter. */
  readonly seen: boolean | null;
  /** Whether a suboperation of it belongs to the viewer, or none does; `null` for no such filter. */
  readonly ownership: "own" | "others" | null;
  readonly isDescending: boolean;
  readonly limit: number;
  readonly offset: number;
};

/** An operation that passed the other filters, with the suboperations whose statistics decide about it. */
export type Candidate = {
  readonly operation: number;
  readonly firstMs: number;
  /** Decides the order for equal times. */
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

type Parameters = Readonly<Record<string, string | number | null>>;

/** With no more suboperations inside a region, their operations are looked up one by one. */
const FEW_SUBOPERATIONS = 2000;

export function createOperationSearch(db: ReadableDb): OperationSearch {
  db.function("station_matches", { deterministic: true }, (search, identifiers, operatorId, sensorId) => {
    const values = (JSON.parse(identifiers as string) as readonly Identifier[]).map(({ value }) => value);
    return matches(search as string, [...values, operatorId as string | null, sensorId as string]);
  });
  db.function("station_matches_aircraft", { deterministic: true }, (search, identifiers, type, aircraft) => {
    const described = aircraft === null ? null : (JSON.parse(aircraft as string) as DescribedAircraft);
    const declared = {
      identifiers: JSON.parse(identifiers as string) as readonly Identifier[],
      uaType: type as number | null,
    };
    const models = aircraftModelsOf([{ aircraft: described }], declared);
    return matches(
      search as string,
      models.flatMap(({ maker, model, type: word }) => [maker, model, word]),
    );
  });
  const inRange = (which: SearchStatement["which"]) => db.prepare<[object], number>(countSql(which)).pluck();
  const ranges = { operations: inRange("operations"), suboperations: inRange("suboperations") };
  const statements = new Map<string, (parameters: Parameters) => readonly unknown[]>();

  function search<R>(
    filter: OperationFilter,
    [which, columns]: readonly [SearchStatement["which"], SearchStatement["columns"]],
    parameters: Parameters,
  ): readonly R[] {
    const filters = OPTIONAL_FILTERS.filter((name) => filter[name] !== null);
    const isByRegion = filter.suboperations !== null && filter.suboperations.size <= FEW_SUBOPERATIONS;
    const { isDescending } = filter;
    const key = [which, columns, isDescending, isByRegion, ...filters].join(" ");
    let all = statements.get(key);
    if (all === undefined) {
      const sql = searchSql({ which, columns, isDescending, isByRegion, filters });
      const statement = db.prepare<[Parameters]>(sql);
      all = (values) => statement.all(values);
      statements.set(key, all);
    }
    return all(parameters) as readonly R[];
  }

  return {
    findOperations: (filter) =>
      search<OperationRow>(filter, ["operations", "ids"], parametersFrom(filter)).map(({ operation }) => operation),
    findSuboperations: (filter) =>
      search<SuboperationRow>(filter, ["suboperations", "ids"], parametersFrom(filter)).map(
        ({ operation, suboperation }) => ({ operation, suboperation }),
      ),
    hasInRange: ({ range }, which, number) => ranges[which].get({ ...range, ...boundsOf(range), number }) === number,
    listCandidates(filter, which, last, limit) {
      const parameters = { ...parametersFrom(filter, last), offset: 0, limit };
      return search<CandidateRow>(filter, [which, "candidates"], parameters).map((row) => ({
        ...row,
        suboperations: JSON.parse(row.suboperations) as readonly number[],
      }));
    },
  };
}

/** SQLite's LIKE folds ASCII only, and would treat `%` and `_` as wildcards. */
function matches(search: string, texts: readonly (string | null)[]): number {
  return Number(texts.some((text) => text !== null && foldCase(text).includes(search)));
}

type OperationRow = { readonly operation: number };
type SuboperationRow = OperationRow & { readonly suboperation: number };
type CandidateRow = Omit<Candidate, "suboperations"> & { readonly suboperations: string };

/** Before every time that is recorded. */
const NEVER_MS = Number.MIN_SAFE_INTEGER;

/** Bounds of the beginnings; what began before `soonMs` and covers the range is long. */
function boundsOf({ fromMs, toMs }: TimeRange) {
  return { lowMs: NEVER_MS, highMs: toMs, soonMs: fromMs - LONG_OPERATION_MS };
}

/** `last` is the candidate after which to continue. */
function parametersFrom(filter: OperationFilter, last?: Candidate): Parameters {
  const bounds = boundsOf(filter.range);
  const { fromMs, toMs } = filter.range;
  return {
    ...viewerParameters(filter.viewer),
    fromMs,
    toMs,
    ...bounds,
    ...(last !== undefined && !filter.isDescending && { lowMs: last.firstMs }),
    ...(last !== undefined && filter.isDescending && { highMs: Math.min(toMs, last.firstMs) }),
    afterMs: last?.firstMs ?? null,
    afterId: last?.id ?? null,
    suboperations: filter.suboperations === null ? null : JSON.stringify([...filter.suboperations]),
    sensorId: filter.sensorId,
    sourceType: filter.sourceType,
    technologies: filter.technologies === null ? null : JSON.stringify(filter.technologies),
    search: filter.search === null ? null : foldCase(filter.search),
    seen: filter.seen === null ? null : Number(filter.seen),
    isOwn: Number(filter.ownership === "own"),
    limit: filter.limit,
    offset: filter.offset,
  };
}
