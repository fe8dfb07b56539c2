import type { AuditKind } from "../../../contracts/audit.ts";
import type { operationAccessRoutes } from "../../../contracts/operation-access.ts";
import type { RecordAudit } from "../../../kernel/audit.ts";
import { failure } from "../../../kernel/failure.ts";
import type { Handlers } from "../../../kernel/handler.ts";
import { LOCAL_OPERATOR, type Principal } from "../../../kernel/principal.ts";
import type { OperationSharing, ShareRefused } from "./sharing.service.ts";
import type { OperationSoftDelete } from "./soft-delete.service.ts";

type Caller = { readonly principal: Principal; readonly remoteAddress?: string | undefined };

/** Sharing, deleting and restoring over HTTP; every change is recorded in the audit log. */
export function createOperationControlHandlers(
  softDelete: OperationSoftDelete,
  sharing: OperationSharing,
  recordAudit: RecordAudit,
): Handlers<typeof operationAccessRoutes> {
  function recordChange(
    kind: AuditKind,
    { principal, remoteAddress: address }: Caller,
    detail: Readonly<Record<string, string>>,
    userId: string | null = null,
  ): void {
    const actorId = principal.userId === LOCAL_OPERATOR.userId ? null : principal.userId;
    recordAudit({ kind, userId, actorId, address, detail });
  }

  return {
    getOperationAccess({ params, principal }) {
      const access = sharing.find(params.operation_id, principal);
      return access === undefined ? missing() : { status: 200, body: access };
    },
    async updateOperationAccess(call) {
      const { params, body, principal } = call;
      const outcome = await sharing.setVisibility(params.operation_id, body.visibility, principal);
      if (outcome.kind !== "changed") return refusal(outcome);
      recordChange("operation_visibility_changed", call, {
        operation_id: params.operation_id,
        visibility: body.visibility,
      });
      return { status: 200, body: outcome.access };
    },
    shareOperation(call) {
      const { params, body, principal } = call;
      const outcome = sharing.share(params.operation_id, params.user_id, body.level, principal);
      if (outcome.kind !== "shared") return refusal(outcome);
      const detail = { operation_id: params.operation_id, level: body.level };
      recordChange("operation_shared", call, detail, outcome.userId);
      return { status: 200, body: outcome.access };
    },
    unshareOperation(call) {
      const { params, principal } = call;
      const outcome = sharing.unshare(params.operation_id, params.user_id, principal);
      if (outcome.kind !== "unshared") return refusal(outcome);
      recordChange("operation_unshared", call, { operation_id: params.operation_id }, outcome.userId);
      return { status: 204 };
    },
    async removeOperation(call) {
      const { params, query, principal } = call;
      const outcome = await softDelete.softDelete(params.operation_id, query.globalize ?? null, principal);
      const detail = (type: string, msg: string) => ({
        detail: { type, loc: ["path", "operation_id"], msg, input: params.operation_id },
      });
      switch (outcome.kind) {
        case "invalid_id": {
          const msg = "The id of a global operation is a UUID.";
          return { status: 422, body: detail("invalid_operation_id", msg) };
        }
        case "missing": {
          const msg = "There is no such operation, or you may not see it.";
          return { status: 404, body: detail("operation_not_found", msg) };
        }
        case "forbidden": {
          const msg = "Deleting needs write access, and you may only read this operation.";
          return { status: 403, body: detail("forbidden", msg) };
        }
        case "deleted":
          recordChange("operation_removed", call, {
            operation_id: outcome.operationId,
            suboperation_ids: outcome.suboperations.join(),
          });
          return { status: 204 };
      }
    },
    listDeletedOperations({ query, principal }) {
      const { deleted, total } = softDelete.listDeleted(query, principal);
      return { status: 200, total, body: [...deleted] };
    },
    restoreOperation(call) {
      const outcome = softDelete.restore(call.params.operation_id, call.principal);
      if (outcome.kind !== "restored") return outcome.kind === "forbidden" ? forbidden() : notDeleted();
      recordChange("operation_restored", call, {
        operation_id: outcome.operation.id,
        suboperation_ids: outcome.suboperations.join(),
      });
      return { status: 200, body: outcome.operation };
    },
  };
}

function refusal({ kind }: ShareRefused) {
  switch (kind) {
    case "missing":
      return missing();
    case "forbidden":
      return forbidden();
    case "unknown_person":
      return failure(404, "not_found", "user_id: there is no such account, or it was not given access.");
    case "email_not_taken":
      return failure(403, "forbidden", "user_id: only administrators may name an account by its e-mail address.");
  }
}

const missing = () => failure(404, "not_found", "operation_id: there is no such operation, or you may not see it.");
const notDeleted = () =>
  failure(404, "not_found", "operation_id: nothing with this id was deleted, or it was removed permanently.");
const forbidden = () => failure(403, "forbidden", "operation_id: this needs write access, and you may only read.");
