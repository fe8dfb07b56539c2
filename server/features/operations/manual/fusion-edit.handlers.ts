import type { AuditKind } from "../../../contracts/audit.ts";
import type { fusionRoutes } from "../../../contracts/fusion.ts";
import type { RecordAudit } from "../../../kernel/audit.ts";
import { failure } from "../../../kernel/failure.ts";
import type { Handlers } from "../../../kernel/handler.ts";
import { LOCAL_OPERATOR, type Principal } from "../../../kernel/principal.ts";
import type { Contradiction } from "../fusion/merge-contradiction.ts";
import type { EditOutcome, EditRefused, FusionEdits } from "./fusion-edit.service.ts";

type Caller = { readonly principal: Principal; readonly remoteAddress?: string | undefined };

/** Manual splitting and merging over HTTP; every change is recorded in the audit log. */
export function createFusionHandlers(edits: FusionEdits, recordAudit: RecordAudit): Handlers<typeof fusionRoutes> {
  function reply(kind: AuditKind, { principal, remoteAddress: address }: Caller, outcome: EditOutcome) {
    if (outcome.kind !== "done") return refusal(outcome);
    const { edit } = outcome.result;
    const actorId = principal.userId === LOCAL_OPERATOR.userId ? null : principal.userId;
    const detail = { edit_id: edit.id, operation_ids: edit.operation_ids.join() };
    recordAudit({ kind, userId: null, actorId, address, detail });
    return { status: 200 as const, body: outcome.result };
  }

  return {
    async mergeOperations(call) {
      const { params, body, principal } = call;
      const outcome = await edits.merge(params.operation_id, body, principal);
      return reply("operations_merged", call, outcome);
    },
    async splitOperation(call) {
      const { params, body, principal } = call;
      const outcome = await edits.split(params.operation_id, body.suboperation_ids, principal);
      return reply("operation_split", call, outcome);
    },
    listFusionEdits({ params, principal }) {
      const listed = edits.list(params.operation_id, principal);
      return listed === undefined ? notFound("operation_id", "operation") : { status: 200, body: [...listed] };
    },
    async undoFusionEdit(call) {
      const outcome = await edits.undo(call.params.edit_id, call.principal);
      if (outcome.kind === "missing") return notFound("edit_id", "edit");
      return reply("fusion_edit_undone", call, outcome);
    },
  };
}

function refusal(outcome: EditRefused) {
  switch (outcome.kind) {
    case "missing":
      return notFound("operation_id", "operation");
    case "forbidden":
      return failure(403, "forbidden", "This needs write access to every suboperation of every operation it touches.");
    case "invalid":
      return failure(422, "validation_error", outcome.message);
    case "contradiction":
      return failure(409, "contradiction", `with: ${sentenceOf(outcome.contradiction)}`);
    case "undone":
      return failure(409, "already_undone", "edit_id: this edit has been undone already.");
    case "by_station":
      return failure(
        409,
        "made_by_station",
        "edit_id: the station made this split itself; merge the operations manually to join them.",
      );
    case "depended_on":
      return failure(409, "later_edits", "edit_id: later edits of the same suboperations have to be undone first.");
    case "changed":
      return failure(409, "changed_since", "edit_id: some of what it changed has been deleted or moved since.");
  }
}

function sentenceOf(contradiction: Contradiction): string {
  if (contradiction.kind === "places") {
    const apart = Math.round(contradiction.distanceM);
    return `one aircraft cannot have been at the places of both: they are ${apart} m apart. \`confirm\` merges them all the same.`;
  }
  const [one, other] = contradiction.serials;
  return `they were in the air at once with different serial numbers, ${one} and ${other}. \`confirm\` merges them all the same.`;
}

function notFound(name: string, what: string) {
  return failure(404, "not_found", `${name}: there is no such ${what}, or you may not see it.`);
}
