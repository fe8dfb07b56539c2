import type { AuditKind } from "../../contracts/audit.ts";
import type { sourceRoutes } from "../../contracts/sources.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { LOCAL_OPERATOR, type Principal } from "../../kernel/principal.ts";

type SourceHandlers = Omit<Handlers<typeof sourceRoutes>, "pushScout">;
type Caller = { readonly principal: Principal; readonly remoteAddress?: string | undefined };

/** Records changes of sources and who made them in the audit log, without the settings. */
export function auditSources(handlers: SourceHandlers, record: RecordAudit): SourceHandlers {
  const recordChange = (
    kind: AuditKind,
    { principal: { userId }, remoteAddress: address }: Caller,
    sourceId: string,
  ) => {
    const actorId = userId === LOCAL_OPERATOR.userId ? null : userId;
    record({ kind, userId: null, actorId, address, detail: { source_id: sourceId } });
  };
  return {
    ...handlers,
    async createSource(call) {
      const reply = await handlers.createSource(call);
      if (reply.status === 200) recordChange("source_added", call, reply.body.id);
      return reply;
    },
    async updateSource(call) {
      const reply = await handlers.updateSource(call);
      if (reply.status === 200) recordChange("source_changed", call, call.params.source_id);
      return reply;
    },
    async removeSource(call) {
      const reply = await handlers.removeSource(call);
      if (reply.status === 204) recordChange("source_removed", call, call.params.source_id);
      return reply;
    },
  };
}
