import type { Operation, OperationListQuery } from "../../contracts/operations.ts";
import type { Bbox } from "../../kernel/geo.ts";
import { parseBbox } from "../../kernel/geo.ts";
import type { Viewer } from "../../kernel/access.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { parseTime } from "../../kernel/time-range.ts";
import { SLICE_ROWS } from "../../storage/sliced.ts";
import { createOperationAccessRules } from "./operations.access.ts";
import { createOperationFinder } from "./operations.finder.ts";
import type { FigureLimits, OperationsDeps } from "./operations.deps.ts";
import type { SuboperationModel } from "./operations.model.ts";
import type { Candidate, OperationFilter } from "./operations.search.ts";
import { createOperationSearch } from "./operations.search.ts";
import { createSeenMarks } from "./operations.seen.ts";
import { createOperationLoader } from "./operations.store.ts";
import { toFragmentOperation, toOperation } from "./operations.wire.ts";

const DEFAULT_LIMIT = 100;
const MOST_COUNTED = 2000;

export type Problem = { readonly name: string; readonly type: string; readonly msg: string };

export type OperationListResult =
  | {
      readonly kind: "operations";
      readonly operations: readonly Operation[];
      /** How many there are without the page; `undefined` where that would have to be counted one by one. */
      readonly total: number | undefined;
    }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

export type OperationsService = {
  readonly list: (query: OperationListQuery, caller: Principal, signal: AbortSignal) => Promise<OperationListResult>;
  /** An operation by its id or that of a fragment; `globalize` unset lets the id decide. */
  readonly find: (id: string, globalize: boolean | null, caller: Principal) => Operation | undefined;
  /** The fragments behind an id that the caller may read, with their operation. */
  readonly findFragments: (id: string, globalize: boolean | null, caller: Principal) => readonly SuboperationModel[];
};

export function createOperationsService(deps: OperationsDeps): OperationsService {
  const { reader, clock } = deps;
  const load = createOperationLoader(reader);
  const search = createOperationSearch(reader);
  const { narrow } = createOperationAccessRules(reader, deps);
  const findModel = createOperationFinder(reader, load, narrow);
  const { listSeen } = createSeenMarks(reader);

  function find(id: string, globalize: boolean | null, caller: Principal): Operation | undefined {
    const found = findModel(id, caller);
    if (found === undefined) return undefined;
    const nowMs = clock.now();
    const isSeen = listSeen(caller.userId, [found.operation.id]).size > 0;
    if (found.fragment === null) return globalize === false ? undefined : toOperation(found.operation, nowMs, isSeen);
    return globalize === true ? undefined : toFragmentOperation(found.fragment, nowMs, isSeen);
  }

  function findFragments(id: string, globalize: boolean | null, caller: Principal): readonly SuboperationModel[] {
    const found = findModel(id, caller);
    if (found === undefined) return [];
    if (found.fragment === null) return globalize === false ? [] : found.operation.suboperations;
    return globalize === true ? [] : [found.fragment];
  }

  async function list(query: OperationListQuery, caller: Principal, signal: AbortSignal): Promise<OperationListResult> {
    const viewer = { caller, isPublicExcluded: query.exclude_public };
    const read = readFilter(query, clock.now(), deps.tracksInside, viewer);
    if (read.kind === "invalid") return read;
    const shown = query.globalize
      ? await listGlobal(read.filter, read.limits, signal)
      : await listFragments(read.filter, read.limits, signal);
    const total = totalOf(read.filter, read.limits, query.globalize, shown.length);
    if (!query.include_last_telemetry)
      return { kind: "operations", total, operations: shown.map(({ operation }) => operation) };
    return {
      kind: "operations",
      total,
      operations: shown.map(({ operation, fragments }) => ({
        ...operation,
        last_telemetry: deps.lastTelemetry(fragments.map(refOf), operation.id),
      })),
    };
  }

  /** A page that is not full is the last one; else operations are counted, up to a number that takes no time. */
  function totalOf(filter: OperationFilter, limits: FigureLimits | null, isGlobal: boolean, shown: number) {
    if (shown < filter.limit && (shown > 0 || filter.offset === 0)) return filter.offset + shown;
    if (limits !== null) return undefined;
    const everything = { ...filter, offset: 0, limit: MOST_COUNTED };
    const counted = isGlobal ? search.findOperations(everything) : search.findFragments(everything);
    return counted.length < MOST_COUNTED ? counted.length : undefined;
  }

  type Shown = { readonly operation: Operation; readonly fragments: readonly SuboperationModel[] };

  async function listGlobal(
    filter: OperationFilter,
    limits: FigureLimits | null,
    signal: AbortSignal,
  ): Promise<readonly Shown[]> {
    const found =
      limits === null
        ? search.findOperations(filter)
        : (await findWithin(filter, "operations", limits, signal)).map(({ operation }) => operation);
    const nowMs = clock.now();
    const seen = listSeen(filter.viewer.caller.userId, found);
    return narrow(load(found), filter.viewer).map((model) => ({
      operation: toOperation(model, nowMs, seen.has(model.id)),
      fragments: model.suboperations,
    }));
  }

  async function listFragments(
    filter: OperationFilter,
    limits: FigureLimits | null,
    signal: AbortSignal,
  ): Promise<readonly Shown[]> {
    const found =
      limits === null
        ? search.findFragments(filter)
        : (await findWithin(filter, "fragments", limits, signal)).map(({ operation, id }) => ({
            operation,
            suboperation: id,
          }));
    const nowMs = clock.now();
    const operations = [...new Set(found.map(({ operation }) => operation))];
    const seen = listSeen(filter.viewer.caller.userId, operations);
    const byId = new Map(load(operations).flatMap((model) => model.suboperations.map((one) => [one.id, one] as const)));
    return found.flatMap(({ suboperation, operation }) => {
      const model = byId.get(suboperation);
      if (model === undefined) return [];
      return [{ operation: toFragmentOperation(model, nowMs, seen.has(operation)), fragments: [model] }];
    });
  }

  /** Judges what the other filters let through by its figures, page by page, until enough is found. */
  async function findWithin(
    filter: OperationFilter,
    which: "operations" | "fragments",
    limits: FigureLimits,
    signal: AbortSignal,
  ): Promise<readonly Candidate[]> {
    const kept: Candidate[] = [];
    const enough = filter.offset + filter.limit;
    let page: readonly Candidate[] = [];
    do {
      page = search.listCandidates(filter, which, page.at(-1), SLICE_ROWS);
      kept.push(...(await deps.keepWithin(page, limits, signal)));
    } while (page.length === SLICE_ROWS && kept.length < enough);
    return kept.slice(filter.offset, enough);
  }

  return { list, find, findFragments };
}

function refOf({ id, sensorId, firstMs, lastMs }: SuboperationModel) {
  return { suboperation: id, sensorId, firstMs, lastMs };
}

type FilterResult =
  | { readonly kind: "filter"; readonly filter: OperationFilter; readonly limits: FigureLimits | null }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

function readFilter(
  query: OperationListQuery,
  nowMs: number,
  tracksInside: (bbox: Bbox, range: TimeRange) => ReadonlySet<number>,
  viewer: Viewer,
): FilterResult {
  const problems: Problem[] = [];
  const time = (name: "from" | "to", text: string | null | undefined): number => {
    if (text === null || text === undefined || text === "") {
      if (name === "from") problems.push({ name, type: "missing", msg: "is required" });
      return nowMs;
    }
    const parsed = parseTime(text, nowMs);
    if (parsed.kind === "time") return parsed.timeMs;
    problems.push({ name, type: "datetime_or_duration", msg: parsed.message });
    return nowMs;
  };
  const range = { fromMs: time("from", query.from), toMs: time("to", query.to) };
  if (problems.length === 0 && range.fromMs > range.toMs) {
    problems.push({ name: "from", type: "range", msg: "must not be later than to" });
  }
  const bbox = query.bbox ? parseBbox(query.bbox) : null;
  if (bbox?.kind === "invalid") problems.push({ name: "bbox", type: "bbox", msg: bbox.message });
  if (problems.length > 0) return { kind: "invalid", problems };
  return {
    kind: "filter",
    filter: {
      viewer,
      range,
      suboperations: bbox?.kind === "bbox" ? tracksInside(bbox.bbox, range) : null,
      sensorId: query.sensor_id || query.source_id || null,
      sourceType: query.source_type || null,
      technologies: query.transmission_technology ?? null,
      search: query.search || null,
      seen: query.seen ?? null,
      isDescending: query.order === "-time",
      limit: query.limit ?? DEFAULT_LIMIT,
      offset: query.offset,
    },
    limits: limitsOf(query),
  };
}

/** `null` when none is asked for, so that no figure is looked at. */
function limitsOf(query: OperationListQuery): FigureLimits | null {
  const limits: FigureLimits = {
    atoFromM: query.ato_from ?? null,
    atoToM: query.ato_to ?? null,
    operatorFromM: query.operator_distance_from ?? null,
    operatorToM: query.operator_distance_to ?? null,
    sensorFromM: query.sensor_distance_from ?? null,
    sensorToM: query.sensor_distance_to ?? null,
  };
  return Object.values(limits).every((limit) => limit === null) ? null : limits;
}
