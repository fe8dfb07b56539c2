import type { TimeRange } from "../../kernel/time-range.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { AnnotationsDeps } from "./annotations.deps.ts";
import type { AnnotationsHandlers } from "./annotations.handlers.ts";
import { createAnnotationsHandlers } from "./annotations.handlers.ts";
import { createAnnotationsService } from "./annotations.service.ts";
import type { WrittenAnnotation } from "./annotations.store.ts";
import { createAnnotationsStore } from "./annotations.store.ts";

export { createAnnotationsPurge } from "./annotations.purge.ts";

/** Users' annotations of operations, and which operations each user has seen. */
export type AnnotationsFeature = {
  readonly handlers: AnnotationsHandlers;
  /** Annotations by the time they were written, regardless of who may read them. */
  readonly listWritten: (range: TimeRange, limit: number) => readonly WrittenAnnotation[];
};

export function createAnnotations(deps: AnnotationsDeps): AnnotationsFeature {
  const store = createAnnotationsStore(deps.db);
  const service = createAnnotationsService(deps, store);
  return { handlers: createAnnotationsHandlers(service), listWritten: store.listWritten };
}

/** Anonymises a user's annotations and removes their seen marks; call inside a transaction. */
export function createAnnotationsAnonymiser(db: WritableDb): (userId: string) => void {
  return createAnnotationsStore(db).removeUser;
}
