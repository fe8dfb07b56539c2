import type { Annotation, annotationRoutes } from "../../contracts/annotations.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { ANONYMOUS, type Principal } from "../../kernel/principal.ts";
import type { StoredAnnotation } from "./annotations.rules.ts";
import { isOwn } from "./annotations.rules.ts";
import type { AnnotationsService } from "./annotations.service.ts";

export type AnnotationsHandlers = Handlers<typeof annotationRoutes>;

export function createAnnotationsHandlers(service: AnnotationsService): AnnotationsHandlers {
  function update(
    { operation_id: operationId, user_data_id: id }: { readonly operation_id: string; readonly user_data_id: string },
    note: string | null | undefined,
    caller: Principal,
  ) {
    const outcome = service.update(operationId, id, note, caller);
    switch (outcome.kind) {
      case "done":
        return { status: 200 as const, body: toWire(outcome.annotation, caller) };
      case "no_operation":
        return noOperation(operationId);
      case "no_annotation":
        return noAnnotation(id);
      case "not_own":
        return notOwn(id, "Only its author can change an annotation.");
    }
  }

  function setSeen(id: string, isSeen: boolean, caller: Principal) {
    return service.setSeen(id, isSeen, caller) ? ({ status: 204 } as const) : noOperation(id);
  }

  return {
    listAnnotations({ params, principal }) {
      const outcome = service.list(params.operation_id, principal);
      if (outcome.kind === "no_operation") return noOperation(params.operation_id);
      const items = outcome.annotations.map((annotation) => toWire(annotation, principal));
      return { status: 200, body: { can_add: outcome.canAdd, items } };
    },
    createAnnotation({ params, body, principal }) {
      const outcome = service.insert(params.operation_id, body.note ?? null, principal);
      switch (outcome.kind) {
        case "done":
          return { status: 200, body: toWire(outcome.annotation, principal) };
        case "no_operation":
          return noOperation(params.operation_id);
        case "exists":
          return exists(params.operation_id);
      }
    },
    updateAnnotation: ({ params, body, principal }) => update(params, body.note, principal),
    replaceAnnotation: ({ params, body, principal }) => update(params, body.note ?? null, principal),
    deleteAnnotation({ params, principal }) {
      const outcome = service.remove(params.operation_id, params.user_data_id, principal);
      switch (outcome.kind) {
        case "done":
          return { status: 204 };
        case "no_operation":
          return noOperation(params.operation_id);
        case "no_annotation":
          return noAnnotation(params.user_data_id);
        case "not_own":
          return notOwn(params.user_data_id, "Only its author or an administrator can delete an annotation.");
      }
    },
    markOperationSeen: ({ params, principal }) => setSeen(params.operation_id, true, principal),
    unmarkOperationSeen: ({ params, principal }) => setSeen(params.operation_id, false, principal),
  };
}

function toWire(annotation: StoredAnnotation, caller: Principal): Annotation {
  const { id, userId, note } = annotation;
  return { id, owner_id: userId ?? ANONYMOUS.userId, note, can_edit: isOwn(annotation, caller) };
}

function noOperation(id: string) {
  const msg = "There is no such operation, or you may not see it.";
  return failure(404, { type: "operation_not_found", loc: ["path", "operation_id"], msg, input: id });
}

function noAnnotation(id: string) {
  const msg = "The operation has no such annotation.";
  return failure(404, { type: "annotation_not_found", loc: ["path", "user_data_id"], msg, input: id });
}

function notOwn(id: string, msg: string) {
  return failure(403, { type: "annotation_of_another_user", loc: ["path", "user_data_id"], msg, input: id });
}

function exists(id: string) {
  const msg = "You have already annotated this operation; update that annotation instead.";
  return failure(409, { type: "annotation_exists", loc: ["path", "operation_id"], msg, input: id });
}

type Detail = { readonly type: string; readonly loc: string[]; readonly msg: string; readonly input: string };

function failure<S extends 403 | 404 | 409>(status: S, detail: Detail) {
  return { status, body: { detail } };
}
