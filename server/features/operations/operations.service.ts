import type { Operation, OperationListQuery } from "../../contracts/operations.ts";
import type { Bbox } from "../../kernel/geo.ts";
import { parseBbox } from "../../kernel/geo.ts";
import type { Viewer } from "../../kernel/access.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { parseTime } from "../../kernel/time-range.ts";
import { createOperationAccessRules } from "./operations.access.ts";
import { createOperationFinder } from "./operations.finder.ts";
import type { OperationsDeps } from "./operations.deps.ts";
import type { SuboperationModel } from "./operations.model.ts";
import type { OperationFilter } from "./operations.search.ts";
import { createOperationSearch } from "./operations.search.ts";
import { createOperationLoader } from "./operations.store.ts";
import { toFragmentOperation, toOperation } from "./operations.wire.ts";

const DEFAULT_LIMIT = 100;

export type Problem = { readonly name: string; readonly type: string; readonly msg: string };

export type OperationListResult =
  | { readonly kind: "operations"; readonly operations: readonly Operation[] }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

export type OperationsService = {
  readonly list: (query: OperationListQuery, caller: Principal) => OperationListResult;
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

  function find(id: string, globalize: boolean | null, caller: Principal): Operation | undefined {
    const found = findModel(id, caller);
    if (found === undefined) return undefined;
    const nowMs = clock.now();
    if (found.fragment === null) return globalize === false ? undefined : toOperation(found.operation, nowMs);
    return globalize === true ? undefined : toFragmentOperation(found.fragment, nowMs);
  }

  function findFragments(id: string, globalize: boolean | null, caller: Principal): readonly SuboperationModel[] {
    const found = findModel(id, caller);
    if (found === undefined) return [];
    if (found.fragment === null) return globalize === false ? [] : found.operation.suboperations;
    return globalize === true ? [] : [found.fragment];
  }

  function list(query: OperationListQuery, caller: Principal): OperationListResult {
    const viewer = { caller, isPublicExcluded: query.exclude_public };
    const read = readFilter(query, clock.now(), deps.tracksInside, viewer);
    if (read.kind === "invalid") return read;
    const nowMs = clock.now();
    const shown = query.globalize ? listGlobal(read.filter, nowMs) : listFragments(read.filter, nowMs);
    if (!query.include_last_telemetry)
      return { kind: "operations", operations: shown.map(({ operation }) => operation) };
    return {
      kind: "operations",
      operations: shown.map(({ operation, fragments }) => ({
        ...operation,
        last_telemetry: deps.lastTelemetry(fragments.map(refOf), operation.id),
      })),
    };
  }

  type Shown = { readonly operation: Operation; readonly fragments: readonly SuboperationModel[] };

  function listGlobal(filter: OperationFilter, nowMs: number): readonly Shown[] {
    return narrow(load(search.findOperations(filter)), filter.viewer).map((model) => ({
      operation: toOperation(model, nowMs),
      fragments: model.suboperations,
    }));
  }

  function listFragments(filter: OperationFilter, nowMs: number): readonly Shown[] {
    const found = search.findFragments(filter);
    const models = load([...new Set(found.map(({ operation }) => operation))]);
    const byId = new Map(models.flatMap((model) => model.suboperations).map((one) => [one.id, one]));
    return found.flatMap(({ suboperation }) => {
      const model = byId.get(suboperation);
      return model === undefined ? [] : [{ operation: toFragmentOperation(model, nowMs), fragments: [model] }];
    });
  }

  return { list, find, findFragments };
}

function refOf({ id, sensorId, firstMs, lastMs }: SuboperationModel) {
  return { suboperation: id, sensorId, firstMs, lastMs };
}

type FilterResult =
  | { readonly kind: "filter"; readonly filter: OperationFilter }
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
      sensorId: query.sensor_id || null,
      sourceType: query.source_type || null,
      technologies: query.transmission_technology ?? null,
      search: query.search || null,
      isDescending: query.order === "-time",
      limit: query.limit ?? DEFAULT_LIMIT,
      offset: query.offset,
    },
  };
}
