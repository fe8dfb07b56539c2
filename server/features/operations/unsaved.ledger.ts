import type { OperationModel, SuboperationModel } from "./operations.model.ts";
import type { CopyTrack } from "./operations.deps.ts";
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
  /** A fragment has become part of another. */
  readonly noteUnited: (from: SuboperationModel, into: SuboperationModel) => void;
  /** An operation that nobody has heard of needs no row. */
  readonly discard: (operation: OperationModel) => void;
  readonly hasOperation: (operation: OperationModel) => boolean;
  /** Writes all of it, inside a transaction; the returned function confirms it once that is on disk. */
  readonly save: (gained: ReadonlyMap<SuboperationModel, Gain>) => () => void;
};

type Union = { readonly from: SuboperationModel; readonly into: SuboperationModel };
type Merge = { readonly merged: OperationModel; readonly into: OperationModel };

export function createUnsavedLedger(store: BookStore, copyTrack: CopyTrack): UnsavedLedger {
  const fragments = new Map<SuboperationModel, "progress" | "whole">();
  const operations = new Set<OperationModel>();
  let merges: readonly Merge[] = [];
  let unions: readonly Union[] = [];

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
    noteUnited(from, into) {
      fragments.delete(from);
      fragments.set(into, "whole");
      unions = [...unions, { from, into }];
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
      const savedUnions = unions;
      for (const operation of savedOperations) store.saveOperation(operation);
      const copied = savedUnions.map(({ from, into }) => ({ into, ...copyTrack(from.id, into.id) }));
      const records = new Map([...gained].map(([fragment, gain]) => [fragment, gain.records]));
      for (const { into, ua } of copied) records.set(into, (records.get(into) ?? 0) + ua);
      for (const [fragment, extent] of savedFragments) {
        const recordCount = fragment.recordCount + (records.get(fragment) ?? 0);
        if (extent === "whole") store.saveSuboperation(fragment, recordCount);
        else store.saveProgress(fragment, recordCount);
      }
      for (const { merged, into } of savedMerges) store.saveMerge(merged, into);
      for (const [index, { from, into }] of savedUnions.entries()) {
        store.saveUnion(from, into, copied[index]!.operator);
      }
      return () => {
        for (const operation of savedOperations) operations.delete(operation);
        for (const [fragment] of savedFragments) fragments.delete(fragment);
        for (const [fragment, count] of records) fragment.recordCount += count;
        for (const { confirm } of copied) confirm();
        unions = unions.filter((union) => !savedUnions.includes(union));
        merges = merges.filter((merge) => !savedMerges.includes(merge));
      };
    },
  };
}
