import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import type { FusionStateStore } from "./fusion-state.store.ts";
import type { RecordSeparation, Separation } from "./separation.ts";
import type { CopyTrack } from "./track.deps.ts";

/** Records stored for a suboperation in one transaction, and the latest time among them. */
export type AddedRecords = { readonly records: number; readonly lastMs: number };

/** Changes in memory that are not on disk yet. They stay pending until a save is confirmed. */
export type PendingWrites = {
  /** Times, box and count of a suboperation have changed. */
  readonly noteProgress: (suboperation: SuboperationModel) => void;
  /** Anything else of a suboperation has changed. */
  readonly noteWhole: (suboperation: SuboperationModel) => void;
  readonly noteOperation: (operation: OperationModel) => void;
  readonly noteMerge: (merged: OperationModel, into: OperationModel) => void;
  /** A suboperation has become part of another. */
  readonly noteSuboperationMerge: (from: SuboperationModel, into: SuboperationModel) => void;
  /** Suboperations were moved out of an operation; written into its history. */
  readonly noteSeparation: (separation: Separation) => void;
  /** Drops an operation that has no suboperations any longer: it needs no row. */
  readonly discard: (operation: OperationModel) => void;
  readonly hasOperation: (operation: OperationModel) => boolean;
  /** Whether the suboperation with this id has become part of another. */
  readonly isMerged: (suboperation: Pick<SuboperationModel, "id">) => boolean;
  /** Writes all of it, inside a transaction; call the returned function once that is on disk. */
  readonly save: (gained: ReadonlyMap<SuboperationModel, AddedRecords>) => () => void;
};

type SuboperationMerge = { readonly from: SuboperationModel; readonly into: SuboperationModel };
type Merge = { readonly merged: OperationModel; readonly into: OperationModel };

export function createPendingWrites(
  store: FusionStateStore,
  copyTrack: CopyTrack,
  recordSeparation: RecordSeparation,
): PendingWrites {
  const suboperations = new Map<SuboperationModel, "progress" | "whole">();
  const operations = new Set<OperationModel>();
  let merges: readonly Merge[] = [];
  let suboperationMerges: readonly SuboperationMerge[] = [];
  let separations: readonly Separation[] = [];

  return {
    noteProgress(suboperation) {
      if (!suboperations.has(suboperation)) suboperations.set(suboperation, "progress");
    },
    noteWhole: (suboperation) => void suboperations.set(suboperation, "whole"),
    noteOperation: (operation) => void operations.add(operation),
    noteMerge(merged, into) {
      operations.add(merged);
      merges = [...merges, { merged, into }];
    },
    noteSuboperationMerge(from, into) {
      suboperations.delete(from);
      suboperations.set(into, "whole");
      suboperationMerges = [...suboperationMerges, { from, into }];
    },
    noteSeparation: (separation) => void (separations = [...separations, separation]),
    discard(operation) {
      operations.delete(operation);
      merges = merges.filter(({ merged }) => merged !== operation);
    },
    hasOperation: (operation) => operations.has(operation),
    isMerged: ({ id }) => suboperationMerges.some(({ from }) => from.id === id),
    save(gained) {
      const savedOperations = [...operations];
      const savedSuboperations = [...suboperations];
      const savedMerges = merges;
      const savedSuboperationMerges = suboperationMerges;
      const savedSeparations = separations;
      for (const operation of savedOperations) store.saveOperation(operation);
      const copied = savedSuboperationMerges.map(({ from, into }) => ({ into, ...copyTrack(from.id, into.id) }));
      const records = new Map([...gained].map(([suboperation, gain]) => [suboperation, gain.records]));
      for (const { into, ua } of copied) records.set(into, (records.get(into) ?? 0) + ua);
      for (const [suboperation, extent] of savedSuboperations) {
        const recordCount = suboperation.recordCount + (records.get(suboperation) ?? 0);
        if (extent === "whole") store.saveSuboperation(suboperation, recordCount);
        else store.saveProgress(suboperation, recordCount);
      }
      for (const { merged, into } of savedMerges) store.saveMerge(merged, into);
      for (const [index, { from, into }] of savedSuboperationMerges.entries()) {
        store.saveSuboperationMerge(from, into, copied[index]!.operator);
      }
      savedSeparations.forEach(recordSeparation);
      return () => {
        separations = separations.filter((one) => !savedSeparations.includes(one));
        for (const operation of savedOperations) operations.delete(operation);
        for (const [suboperation] of savedSuboperations) suboperations.delete(suboperation);
        for (const [suboperation, count] of records) suboperation.recordCount += count;
        for (const { confirm } of copied) confirm();
        suboperationMerges = suboperationMerges.filter((merge) => !savedSuboperationMerges.includes(merge));
        merges = merges.filter((merge) => !savedMerges.includes(merge));
      };
    },
  };
}
