import type { ListTotal } from "../../../contracts/route.ts";
import type { Viewer } from "../../../kernel/access.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { WritableDb } from "../../../storage/database.ts";
import { createReadCache } from "../../../storage/read-cache.ts";
import type { OperationLookup } from "../model/operation.lookup.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import type { RequestedFilter } from "./list-filter.ts";
import { createOperationPages, type FoundSuboperation, type Page } from "./operation.pages.ts";
import { createOperationSearch, type OperationFilter } from "./operation.search.store.ts";
import type { OperationQueryDeps, StatisticsLimits } from "./query.deps.ts";

/** The stored data of an operation, or of a suboperation that is shown as one, as far as the caller may read it. */
export type Stored = { readonly isSeen: boolean } & (
  | { readonly operation: OperationModel; readonly suboperation?: undefined }
  | { readonly suboperation: SuboperationModel }
);
export type StoredPage = { readonly stored: readonly Stored[]; readonly total: ListTotal };

/** Pages and single operations that are cached until something is written; a long page is not cached. */
const MAX_KEPT = 200;
const MAX_KEPT_PAGE = 100;

/** Reads stored operations, as far as a caller may read them, with a cache for repeated requests. */
export type StoredOperations = {
  readonly find: (id: string, globalize: boolean | null, caller: Principal) => Stored | undefined;
  readonly listPage: (
    asked: RequestedFilter,
    globalize: boolean,
    limits: StatisticsLimits | null,
    signal: AbortSignal,
  ) => Promise<StoredPage>;
};

export function createStoredOperations(
  deps: Pick<OperationQueryDeps, "reader" | "tracksInside" | "filterWithinLimits"> & { readonly writer: WritableDb },
  lookup: OperationLookup,
): StoredOperations {
  const { load, access } = lookup;
  const { listSeen } = lookup.seen;
  const pages = createOperationPages(createOperationSearch(deps.reader), deps.filterWithinLimits);
  const keepFound = createReadCache<Stored | undefined>(deps.writer, MAX_KEPT);
  const keepPage = createReadCache<StoredPage>(deps.writer, MAX_KEPT);

  function find(id: string, globalize: boolean | null, caller: Principal): Stored | undefined {
    const found = lookup.find(id, caller);
    if (found === undefined || globalize === (found.suboperation !== null)) return undefined;
    const { operation, suboperation } = found;
    const isSeen = listSeen(caller.userId, [operation.id]).size > 0;
    return suboperation === null ? { operation, isSeen } : { suboperation, isSeen };
  }

  function findPage(asked: RequestedFilter, globalize: boolean): StoredPage {
    const read = () => {
      const filter = withTracks(asked);
      return globalize
        ? loadOperations(pages.findOperations(filter), asked.viewer)
        : loadSuboperations(pages.findSuboperations(filter), asked.viewer);
    };
    if (asked.limit > MAX_KEPT_PAGE) return read();
    const { viewer, ...others } = asked;
    return keepPage(JSON.stringify([globalize, viewer.isPublicExcluded, ...callerKey(viewer.caller), others]), read);
  }

  async function findWithin(
    asked: RequestedFilter,
    globalize: boolean,
    limits: StatisticsLimits,
    signal: AbortSignal,
  ): Promise<StoredPage> {
    const filter = withTracks(asked);
    return globalize
      ? loadOperations(await pages.findOperationsWithin(filter, limits, signal), asked.viewer)
      : loadSuboperations(await pages.findSuboperationsWithin(filter, limits, signal), asked.viewer);
  }

  function withTracks({ bbox, ...others }: RequestedFilter): OperationFilter {
    return { ...others, suboperations: bbox === null ? null : deps.tracksInside(bbox, others.range) };
  }

  function loadOperations({ found, total }: Page<number>, viewer: Viewer): StoredPage {
    const seen = listSeen(viewer.caller.userId, found);
    const operations = access.filterReadable(load(found), viewer);
    return { stored: operations.map((operation) => ({ operation, isSeen: seen.has(operation.id) })), total };
  }

  function loadSuboperations({ found, total }: Page<FoundSuboperation>, viewer: Viewer): StoredPage {
    const operations = [...new Set(found.map(({ operation }) => operation))];
    const seen = listSeen(viewer.caller.userId, operations);
    const byId = new Map(load(operations).flatMap((model) => model.suboperations.map((one) => [one.id, one] as const)));
    const stored = found.flatMap(({ suboperation, operation }) => {
      const model = byId.get(suboperation);
      return model === undefined ? [] : [{ suboperation: model, isSeen: seen.has(operation) }];
    });
    return { stored, total };
  }

  return {
    find: (id, globalize, caller) =>
      keepFound(JSON.stringify([id, globalize, ...callerKey(caller)]), () => find(id, globalize, caller)),
    listPage: async (asked, globalize, limits, signal) =>
      limits === null ? findPage(asked, globalize) : await findWithin(asked, globalize, limits, signal),
  };
}

/** The properties of a caller that decide about access, in addition to what is stored. */
function callerKey({ userId, isAdministrator, credential }: Principal): readonly unknown[] {
  return [userId, isAdministrator, credential];
}
