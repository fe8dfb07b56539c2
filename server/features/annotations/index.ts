import type { WritableDb } from "../../storage/database.ts";
import type { AnnotationsDeps } from "./annotations.deps.ts";
import type { AnnotationsHandlers } from "./annotations.handlers.ts";
import { createAnnotationsHandlers } from "./annotations.handlers.ts";
import { createAnnotationsService } from "./annotations.service.ts";
import { createAnnotationsStore } from "./annotations.store.ts";

export { createAnnotationsPurge } from "./annotations.purge.ts";

/** What people say about operations: notes, and what each of them has seen. */
export type AnnotationsFeature = {
  readonly handlers: AnnotationsHandlers;
};

export function createAnnotationsFeature(deps: AnnotationsDeps): AnnotationsFeature {
  const service = createAnnotationsService(deps, createAnnotationsStore(deps.db));
  return { handlers: createAnnotationsHandlers(service) };
}

/** Takes a person out of what they wrote, and forgets what they have seen; inside a transaction of the caller. */
export function createNotesAnonymiser(db: WritableDb): (userId: string) => void {
  return createAnnotationsStore(db).removeUser;
}
