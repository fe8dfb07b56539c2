import type { ReadableDb } from "../../../storage/database.ts";
import type { AccessDecisions, OperationAccessRules } from "./operation.access.ts";
import { createOperationAccessRules } from "./operation.access.ts";
import type { FindOperation } from "./operation.finder.ts";
import { createOperationFinder } from "./operation.finder.ts";
import type { LoadOperations } from "./operation.store.ts";
import { createOperationLoader } from "./operation.store.ts";
import type { SeenMarks } from "./seen-marks.store.ts";
import { createSeenMarks } from "./seen-marks.store.ts";

/** Used by all folders of the feature to find stored operations and to decide about a caller's access to them. */
export type OperationLookup = {
  /** Operations with the suboperations that were not soft-deleted. */
  readonly load: LoadOperations;
  /** The same operations with their soft-deleted suboperations instead. */
  readonly loadDeleted: LoadOperations;
  readonly find: FindOperation;
  readonly findDeleted: FindOperation;
  readonly access: OperationAccessRules;
  readonly seen: SeenMarks;
};

export function createOperationLookup(reader: ReadableDb, decisions: AccessDecisions): OperationLookup {
  const load = createOperationLoader(reader, "present");
  const loadDeleted = createOperationLoader(reader, "deleted");
  const access = createOperationAccessRules(reader, decisions);
  return {
    load,
    loadDeleted,
    find: createOperationFinder(reader, load, access),
    findDeleted: createOperationFinder(reader, loadDeleted, access),
    access,
    seen: createSeenMarks(reader),
  };
}
