import type { OperationModel, SuboperationModel } from "./operations.model.ts";
import type { BookStore } from "./operations.store.ts";

/** Records stored for a suboperation in one transaction, and the latest time among them. */
export type Gain = { readonly records: number; readonly lastMs: number };

/** What has changed in memory and is not on disk yet. */
export type UnsavedLedger = {
  /** Times, box and count of a fragment have moved. */
  readonly noteProgress: (fragment: SuboperationModel) => void;
  /** More than those. */
  readonly noteWhole: (fragment: SuboperationModel) => void;
  readonly noteOperation: (operation: OperationModel) => void;
  readonly noteMerge: (merged: OperationModel, into: OperationModel) => void;
  /** An operation that nobody has heard of needs no row. */
  readonly discard: (operation: OperationModel) => void;
  readonly hasOperation: (operation: OperationModel) => boolean;
  /** Writes all of it, inside a transaction; the returned function confirms it once that is on disk. */
  readonly save: (gained: ReadonlyMap<SuboperationModel, Gain>) => () => void;
};

type Merge = { readonly merged: OperationModel; readonly into: OperationModel };

export function createUnsavedLedger(store: BookStore): UnsavedLedger {
  const fragments = new Map<SuboperationModel, "progress" | "whole">();
  const operations = new Set<OperationModel>();
  let merges: readonly Merge[] = [];

  return {
    noteProgress(fragment) {
      if (!fragments.has(fragment)) fragments.set(fragment, "progress");
    },
    noteWhole: (fragment) => void fragments.set(fragment, "whole"),
    noteOperation: (operation) => void operations.add(operation),
    noteMerge(merged, into) {
      operations.add(merged);
      merges = [...merges, { merged, into }];
    },
    discard(operation) {
      operations.delete(operation);
      merges = merges.filter(({ merged }) => merged !== operation);
    },
    hasOperation: (operation) => operations.has(operation),
    save(gained) {
      const savedOperations = [...operations];
      const savedFragments = [...fragments];
      const savedMerges = merges;
      for (const operation of savedOperations) store.saveOperation(operation);
      for (const [fragment, extent] of savedFragments) {
        const recordCount = fragment.recordCount + (gained.get(fragment)?.records ?? 0);
        if (extent === "whole") store.saveSuboperation(fragment, recordCount);
        else store.saveProgress(fragment, recordCount);
      }
      for (const { merged, into } of savedMerges) store.saveMerge(merged, into);
      return () => {
        for (const operation of savedOperations) operations.delete(operation);
        for (const [fragment] of savedFragments) fragments.delete(fragment);
        for (const [fragment, { records }] of gained) fragment.recordCount += records;
        merges = merges.filter((merge) => !savedMerges.includes(merge));
      };
    },
  };
}
