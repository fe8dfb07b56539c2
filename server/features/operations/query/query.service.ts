import type { Operation, OperationListQuery } from "../../../contracts/operations.ts";
import type { ListTotal } from "../../../contracts/route.ts";
import type { MapFeature } from "../../../kernel/map-feature.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { OperationLookup } from "../model/operation.lookup.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { toOperation, toOperationOfSuboperation } from "../model/operation.wire.ts";
import type { Problem } from "./list-filter.ts";
import { readFilter } from "./list-filter.ts";
import { withOperatorDistances } from "./operator-distance.ts";
import { createOperationPages } from "./operation.pages.ts";
import type { OperationFilter } from "./operation.search.ts";
import { createOperationSearch } from "./operation.search.ts";
import type { OperationQueryDeps, StatisticsLimits, SuboperationRef } from "./query.deps.ts";

export type OperationListResult =
  | {
      readonly kind: "operations";
      readonly operations: readonly Operation[];
      /** The same as lines on a map; their tracks are read when they are written. */
      readonly features: readonly MapFeature[];
      /** How many there are on all pages together, as far as that can be counted quickly. */
      readonly total: ListTotal;
    }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

export type OperationsService = {
  readonly list: (query: OperationListQuery, caller: Principal, signal: AbortSignal) => Promise<OperationListResult>;
  /** An operation by its id or that of a suboperation; `globalize` unset lets the id decide. */
  readonly find: (id: string, globalize: boolean | null, caller: Principal) => Operation | undefined;
  /** The same with what the statistics say about it. */
  readonly findWithStatistics: (
    id: string,
    globalize: boolean | null,
    caller: Principal,
  ) => Promise<Operation | undefined>;
  /** The suboperations behind an id that the caller may read, with their operation. */
  readonly findSuboperations: (
    id: string,
    globalize: boolean | null,
    caller: Principal,
  ) => readonly SuboperationModel[];
};

/** An operation of the list with the suboperations that it was made from. */
type Shown = { readonly operation: Operation; readonly suboperations: readonly SuboperationModel[] };
type ShownPage = { readonly shown: readonly Shown[]; readonly total: ListTotal };

export function createOperationsService(deps: OperationQueryDeps, lookup: OperationLookup): OperationsService {
  const { clock } = deps;
  const { load, access } = lookup;
  const { listSeen } = lookup.seen;
  const pages = createOperationPages(createOperationSearch(deps.reader), deps.filterWithinLimits);

  /** What an id stands for; undefined where the caller may not read it, or `globalize` asks for the other kind. */
  function findShown(id: string, globalize: boolean | null, caller: Principal): Shown | undefined {
    const found = lookup.find(id, caller);
    if (found === undefined || globalize === (found.suboperation !== null)) return undefined;
    const { operation, suboperation } = found;
    const nowMs = clock.now();
    const isSeen = listSeen(caller.userId, [operation.id]).size > 0;
    return suboperation === null
      ? { operation: toOperation(operation, nowMs, isSeen), suboperations: operation.suboperations }
      : { operation: toOperationOfSuboperation(suboperation, nowMs, isSeen), suboperations: [suboperation] };
  }

  async function findWithStatistics(id: string, globalize: boolean | null, caller: Principal) {
    const found = findShown(id, globalize, caller);
    if (found === undefined) return undefined;
    const [shown] = await withOperatorDistances([found], deps.findOperatorDistances);
    return shown?.operation;
  }

  async function list(query: OperationListQuery, caller: Principal, signal: AbortSignal): Promise<OperationListResult> {
    const viewer = { caller, isPublicExcluded: query.exclude_public };
    const read = readFilter(query, viewer, clock.now(), deps.tracksInside);
    if (read.kind === "invalid") return read;
    const listPage = query.globalize ? listOperations : listSuboperations;
    const page = await listPage(read.filter, read.limits, signal);
    const shown = query.include_last_telemetry ? page.shown.map(withLastTelemetry) : page.shown;
    return {
      kind: "operations",
      total: page.total,
      operations: shown.map(({ operation }) => operation),
      features: shown.map((one) => toFeature(one, signal)),
    };
  }

  function withLastTelemetry({ operation, suboperations }: Shown): Shown {
    const lastTelemetry = deps.lastTelemetry(suboperations.map(refOf), operation.id);
    return { operation: { ...operation, last_telemetry: lastTelemetry }, suboperations };
  }

  function toFeature({ operation, suboperations }: Shown, signal: AbortSignal): MapFeature {
    const tracks = suboperations.map(({ id }) => id);
    return {
      id: operation.id,
      properties: operation,
      shape: { kind: "tracks", points: deps.readTracks(tracks, signal) },
    };
  }

  async function listOperations(
    filter: OperationFilter,
    limits: StatisticsLimits | null,
    signal: AbortSignal,
  ): Promise<ShownPage> {
    const { found, total } = await pages.findOperations(filter, limits, signal);
    const nowMs = clock.now();
    const seen = listSeen(filter.viewer.caller.userId, found);
    const shown = access.filterReadable(load(found), filter.viewer).map((model) => ({
      operation: toOperation(model, nowMs, seen.has(model.id)),
      suboperations: model.suboperations,
    }));
    return { shown: await withOperatorDistances(shown, deps.findOperatorDistances), total };
  }

  async function listSuboperations(
    filter: OperationFilter,
    limits: StatisticsLimits | null,
    signal: AbortSignal,
  ): Promise<ShownPage> {
    const { found, total } = await pages.findSuboperations(filter, limits, signal);
    const nowMs = clock.now();
    const operations = [...new Set(found.map(({ operation }) => operation))];
    const seen = listSeen(filter.viewer.caller.userId, operations);
    const byId = new Map(load(operations).flatMap((model) => model.suboperations.map((one) => [one.id, one] as const)));
    const shown = found.flatMap(({ suboperation, operation }) => {
      const model = byId.get(suboperation);
      if (model === undefined) return [];
      return [{ operation: toOperationOfSuboperation(model, nowMs, seen.has(operation)), suboperations: [model] }];
    });
    return { shown: await withOperatorDistances(shown, deps.findOperatorDistances), total };
  }

  return {
    list,
    find: (...asked) => findShown(...asked)?.operation,
    findWithStatistics,
    findSuboperations: (...asked) => findShown(...asked)?.suboperations ?? [],
  };
}

function refOf({ id, sensorId, firstMs, lastMs }: SuboperationModel): SuboperationRef {
  return { suboperation: id, sensorId, firstMs, lastMs };
}
