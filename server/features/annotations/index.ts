import type { WritableDb } from "../../storage/database.ts";
import type { AnnotationsDeps } from "./annotations.deps.ts";
import type { AnnotationsHandlers } from "./annotations.handlers.ts";
import { createAnnotationsHandlers } from "./annotations.handlers.ts";
import { createAnnotationsService } from "./annotations.service.ts";
import { createAnnotationsStore } from "./annotations.store.ts";

export { createAnnotationsPurge } from "./annotations.purge.ts";

/** Users' notes on operations, and which operations each user has seen. */
export type AnnotationsFeature = {
  readonly handlers: AnnotationsHandlers;
};

export function createAnnotationsFeature(deps: AnnotationsDeps): AnnotationsFeature {
  const service = createAnnotationsService(deps, createAnnotationsStore(deps.db));
  return { handlers: createAnnotationsHandlers(service) };
}

/** Anonymises a user's annotations and removes their seen marks; call inside a transaction. */
export function createNotesAnonymiser(db: WritableDb): (userId: string) => void {
  return createAnnotationsStore(db).removeUser;
}
