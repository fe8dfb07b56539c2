import type { annotationRoutes } from "../../contracts/annotations.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { LocalAnnotations } from "../../sync/index.ts";

/** Handlers of annotations that synchronisation calls on its own station. */
export type AnnotationHandlers = Pick<
  Handlers<typeof annotationRoutes>,
  "listAnnotations" | "createAnnotation" | "updateAnnotation"
>;

const NEVER_ABORTED = new AbortController().signal;

/** The annotations of accounts on flights, with the rights of the account and no more. */
export function createLocalAnnotations(handlers: AnnotationHandlers): LocalAnnotations {
  const callOf = (operationId: string, userId: string) => {
    const principal: Principal = { userId, isAdministrator: false, credential: "local" };
    const common = { principal, representation: "json", signal: NEVER_ABORTED, query: undefined } as const;
    return { ...common, params: { operation_id: operationId }, body: undefined };
  };

  async function find(operationId: string, userId: string) {
    const reply = await handlers.listAnnotations(callOf(operationId, userId));
    return reply.status === 200 ? reply.body.items.find(({ owner_id: owner }) => owner === userId) : undefined;
  }

  return {
    find,
    async save(operationId, userId, note) {
      const call = { ...callOf(operationId, userId), body: { note } };
      const before = await find(operationId, userId);
      const reply =
        before === undefined
          ? await handlers.createAnnotation(call)
          : await handlers.updateAnnotation({ ...call, params: { ...call.params, user_data_id: before.id } });
      return reply.status === 200 ? undefined : "The note could not be stored on this station.";
    },
  };
}
