import type { Operation, OperationListQuery } from "../../../contracts/operations.ts";
import type { ListTotal } from "../../../contracts/route.ts";
import type { MapFeature } from "../../../kernel/map-feature.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { OperationLookup } from "../model/operation.lookup.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { createOperationTexts } from "../model/operation.texts.ts";
import type { WritableDb } from "../../../storage/database.ts";
import type { RequestedFilter, Problem } from "./list-filter.ts";
import { readFilter } from "./list-filter.ts";
import { withOperatorDistances } from "./operator-distance.ts";
import type { OperationQueryDeps, StatisticsLimits, SuboperationRef } from "./query.deps.ts";
import { createStoredOperations, type Stored } from "./stored-operations.ts";

export type OperationListResult =
  | {
      readonly kind: "operations";
      readonly operations: readonly Operation[];
      /** The same as lines on a map; their tracks are read when they are written. */
      readonly listFeatures: () => readonly MapFeature[];
      /** The number on all pages together, if it can be counted quickly. */
      readonly total: ListTotal;
    }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

export type OperationsService = {
  /** Relative times are counted from `nowMs`, or from now. */
  readonly list: (
    query: OperationListQuery,
    caller: Principal,
    signal: AbortSignal,
    nowMs?: number,
  ) => Promise<OperationListResult>;
  /** An operation by its id or that of a suboperation; if `globalize` is null, the kind of the id decides. */
  readonly find: (id: string, globalize: boolean | null, caller: Principal) => Operation | undefined;
  /** The same with the values of its statistics. */
  readonly findWithStatistics: (
    id: string,
    globalize: boolean | null,
    caller: Principal,
  ) => Promise<Operation | undefined>;
  /** The suboperations of an id that the caller may read, with their operation. */
  readonly findSuboperations: (
    id: string,
    globalize: boolean | null,
    caller: Principal,
  ) => readonly SuboperationModel[];
};

/** An operation of the list with the suboperations that it was made from. */
type Shown = { readonly operation: Operation; readonly suboperations: readonly SuboperationModel[] };
type ShownPage = { readonly shown: readonly Shown[]; readonly total: ListTotal };

export function createOperationsService(
  deps: OperationQueryDeps & { readonly writer: WritableDb },
  lookup: OperationLookup,
): OperationsService {
  const { clock } = deps;
  const storedOperations = createStoredOperations(deps, lookup);
  const texts = createOperationTexts();

  function show(stored: Stored, nowMs: number): Shown {
    const { suboperation, isSeen } = stored;
    return suboperation === undefined
      ? { operation: texts.toOperation(stored.operation, nowMs, isSeen), suboperations: stored.operation.suboperations }
      : { operation: texts.toOperationOfSuboperation(suboperation, nowMs, isSeen), suboperations: [suboperation] };
  }

  /**
   * The operation or suboperation with an id; undefined where the caller may not read it, or `globalize` asks for the
   * other kind.
   */
  function findShown(id: string, globalize: boolean | null, caller: Principal): Shown | undefined {
    const stored = storedOperations.find(id, globalize, caller);
    return stored && show(stored, clock.now());
  }

  async function findWithStatistics(id: string, globalize: boolean | null, caller: Principal) {
    const found = findShown(id, globalize, caller);
    if (found === undefined) return undefined;
    const [shown] = await withOperatorDistances([found], deps.findOperatorDistances);
    return shown?.operation;
  }

  async function list(
    query: OperationListQuery,
    caller: Principal,
    signal: AbortSignal,
    nowMs = clock.now(),
  ): Promise<OperationListResult> {
    const viewer = { caller, isPublicExcluded: query.exclude_public };
    const read = readFilter(query, viewer, nowMs);
    if (read.kind === "invalid") return read;
    const page = await listPage(read, query.globalize, signal);
    const shown = query.include_last_telemetry ? page.shown.map(withLastTelemetry) : page.shown;
    return {
      kind: "operations",
      total: page.total,
      operations: shown.map(({ operation }) => operation),
      listFeatures: () => shown.map((one) => toFeature(one, signal)),
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

  async function listPage(
    { filter, limits }: { readonly filter: RequestedFilter; readonly limits: StatisticsLimits | null },
    globalize: boolean,
    signal: AbortSignal,
  ): Promise<ShownPage> {
    const { stored, total } = await storedOperations.listPage(filter, globalize, limits, signal);
    const nowMs = clock.now();
    const shown = stored.map((one) => show(one, nowMs));
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
