import type { Operation, OperationListQuery } from "../../../contracts/operations.ts";
import type { ListTotal } from "../../../contracts/route.ts";
import type { Bbox } from "../../../kernel/geo.ts";
import { parseBbox } from "../../../kernel/geo.ts";
import type { Viewer } from "../../../kernel/access.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { TimeRange } from "../../../kernel/time-range.ts";
import { parseTime } from "../../../kernel/time-range.ts";
import { SLICE_ROWS } from "../../../storage/sliced.ts";
import { createOperationAccessRules } from "../model/operation.access.ts";
import { createOperationFinder } from "../model/operation.finder.ts";
import type { StatisticsLimits, OperationsDeps } from "../operations.deps.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import type { Candidate, OperationFilter } from "./operation.search.ts";
import { createOperationSearch } from "./operation.search.ts";
import { createSeenMarks } from "../model/seen-marks.store.ts";
import { createOperationLoader } from "../model/operation.loader.ts";
import { toOperationOfSuboperation, toOperation } from "../model/operation.wire.ts";

const DEFAULT_LIMIT = 100;
/** So many operations in the range are counted in some milliseconds, whatever else is asked of them. */
const MAX_COUNTED = 5000;

export type Problem = { readonly name: string; readonly type: string; readonly msg: string };

export type OperationListResult =
  | {
      readonly kind: "operations";
      readonly operations: readonly Operation[];
      /** How many there are without the page, as far as that can be counted in no time. */
      readonly total: ListTotal;
    }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

export type OperationsService = {
  readonly list: (query: OperationListQuery, caller: Principal, signal: AbortSignal) => Promise<OperationListResult>;
  /** An operation by its id or that of a suboperation; `globalize` unset lets the id decide. */
  readonly find: (id: string, globalize: boolean | null, caller: Principal) => Operation | undefined;
  /** The suboperations behind an id that the caller may read, with their operation. */
  readonly findSuboperations: (
    id: string,
    globalize: boolean | null,
    caller: Principal,
  ) => readonly SuboperationModel[];
};

export function createOperationsService(deps: OperationsDeps): OperationsService {
  const { reader, clock } = deps;
  const load = createOperationLoader(reader);
  const search = createOperationSearch(reader);
  const { filterReadable } = createOperationAccessRules(reader, deps);
  const findModel = createOperationFinder(reader, load, filterReadable);
  const { listSeen } = createSeenMarks(reader);

  function find(id: string, globalize: boolean | null, caller: Principal): Operation | undefined {
    const found = findModel(id, caller);
    if (found === undefined) return undefined;
    const nowMs = clock.now();
    const isSeen = listSeen(caller.userId, [found.operation.id]).size > 0;
    if (found.suboperation === null)
      return globalize === false ? undefined : toOperation(found.operation, nowMs, isSeen);
    return globalize === true ? undefined : toOperationOfSuboperation(found.suboperation, nowMs, isSeen);
  }

  function findSuboperations(id: string, globalize: boolean | null, caller: Principal): readonly SuboperationModel[] {
    const found = findModel(id, caller);
    if (found === undefined) return [];
    if (found.suboperation === null) return globalize === false ? [] : found.operation.suboperations;
    return globalize === true ? [] : [found.suboperation];
  }

  async function list(query: OperationListQuery, caller: Principal, signal: AbortSignal): Promise<OperationListResult> {
    const viewer = { caller, isPublicExcluded: query.exclude_public };
    const read = readFilter(query, clock.now(), deps.tracksInside, viewer);
    if (read.kind === "invalid") return read;
    const { shown, total } = query.globalize
      ? await listGlobal(read.filter, read.limits, signal)
      : await listSuboperations(read.filter, read.limits, signal);
    if (!query.include_last_telemetry)
      return { kind: "operations", total, operations: shown.map(({ operation }) => operation) };
    return {
      kind: "operations",
      total,
      operations: shown.map(({ operation, suboperations }) => ({
        ...operation,
        last_telemetry: deps.lastTelemetry(suboperations.map(refOf), operation.id),
      })),
    };
  }

  type Shown = { readonly operation: Operation; readonly suboperations: readonly SuboperationModel[] };
  type ShownPage = { readonly shown: readonly Shown[]; readonly total: ListTotal };

  async function listGlobal(
    filter: OperationFilter,
    limits: StatisticsLimits | null,
    signal: AbortSignal,
  ): Promise<ShownPage> {
    const { found, total } =
      limits === null
        ? findPage(filter, "operations", search.findOperations)
        : await findWithin(filter, "operations", limits, signal, ({ operation }) => operation);
    const nowMs = clock.now();
    const seen = listSeen(filter.viewer.caller.userId, found);
    const shown = filterReadable(load(found), filter.viewer).map((model) => ({
      operation: toOperation(model, nowMs, seen.has(model.id)),
      suboperations: model.suboperations,
    }));
    return { shown, total };
  }

  async function listSuboperations(
    filter: OperationFilter,
    limits: StatisticsLimits | null,
    signal: AbortSignal,
  ): Promise<ShownPage> {
    const { found, total } =
      limits === null
        ? findPage(filter, "suboperations", search.findSuboperations)
        : await findWithin(filter, "suboperations", limits, signal, ({ operation, id }) => ({
            operation,
            suboperation: id,
          }));
    const nowMs = clock.now();
    const operations = [...new Set(found.map(({ operation }) => operation))];
    const seen = listSeen(filter.viewer.caller.userId, operations);
    const byId = new Map(load(operations).flatMap((model) => model.suboperations.map((one) => [one.id, one] as const)));
    const shown = found.flatMap(({ suboperation, operation }) => {
      const model = byId.get(suboperation);
      if (model === undefined) return [];
      return [{ operation: toOperationOfSuboperation(model, nowMs, seen.has(operation)), suboperations: [model] }];
    });
    return { shown, total };
  }

  type Page<T> = { readonly found: readonly T[]; readonly total: ListTotal };

  /** One more than the page tells whether there is another; only then they are counted, where that takes no time. */
  function findPage<T>(
    filter: OperationFilter,
    which: "operations" | "suboperations",
    find: (filter: OperationFilter) => readonly T[],
  ): Page<T> {
    const { limit, offset } = filter;
    const found = find({ ...filter, limit: limit + 1 });
    const page = found.slice(0, limit);
    if (found.length <= limit && (found.length > 0 || offset === 0))
      return { found: page, total: offset + found.length };
    if (search.hasInRange(filter, which, MAX_COUNTED)) {
      return { found: page, total: { atLeast: found.length > limit ? offset + found.length : 0 } };
    }
    return { found: page, total: find({ ...filter, offset: 0, limit: MAX_COUNTED }).length };
  }

  /** Judges what the other filters let through by its statistics, slice by slice, until there is one more than the page has. */
  async function findWithin<T>(
    filter: OperationFilter,
    which: "operations" | "suboperations",
    limits: StatisticsLimits,
    signal: AbortSignal,
    toFound: (candidate: Candidate) => T,
  ): Promise<Page<T>> {
    const kept: Candidate[] = [];
    const end = filter.offset + filter.limit;
    let slice: readonly Candidate[] = [];
    do {
      slice = search.listCandidates(filter, which, slice.at(-1), SLICE_ROWS);
      kept.push(...(await deps.filterWithinLimits(slice, limits, signal)));
    } while (slice.length === SLICE_ROWS && kept.length <= end);
    const total = slice.length < SLICE_ROWS ? kept.length : { atLeast: kept.length };
    return { found: kept.slice(filter.offset, end).map(toFound), total };
  }

  return { list, find, findSuboperations };
}

function refOf({ id, sensorId, firstMs, lastMs }: SuboperationModel) {
  return { suboperation: id, sensorId, firstMs, lastMs };
}

type FilterResult =
  | { readonly kind: "filter"; readonly filter: OperationFilter; readonly limits: StatisticsLimits | null }
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
function limitsOf(query: OperationListQuery): StatisticsLimits | null {
  const limits: StatisticsLimits = {
    atoFromM: query.ato_from ?? null,
    atoToM: query.ato_to ?? null,
    operatorFromM: query.operator_distance_from ?? null,
    operatorToM: query.operator_distance_to ?? null,
    sensorFromM: query.sensor_distance_from ?? null,
    sensorToM: query.sensor_distance_to ?? null,
  };
  return Object.values(limits).every((limit) => limit === null) ? null : limits;
}
