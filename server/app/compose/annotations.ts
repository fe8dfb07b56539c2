import { type AnnotationsFeature, createAnnotations } from "../../features/annotations/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Store } from "../../storage/database.ts";
import type { Core } from "./core.ts";

/** Annotations of operations: who may read an operation may read its annotations. */
export function composeAnnotations({
  store,
  clock,
  ids,
  core,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly core: Core;
}): AnnotationsFeature {
  return createAnnotations({
    db: store.writer,
    clock,
    ids,
    operationOf: (id, caller, which) =>
      core.operations.service.findSuboperations(id, which === "operations" ? true : null, caller)[0]?.operation.id,
  });
}
