import type { retentionRoutes } from "../../contracts/retention.ts";
import type { AuditKind } from "../../contracts/audit.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import { LOCAL_OPERATOR, type Principal } from "../../kernel/principal.ts";
import type { RetentionService } from "./retention.service.ts";

type Caller = { readonly principal: Principal; readonly remoteAddress?: string | undefined };

export function createRetentionHandlers(
  service: RetentionService,
  recordAudit: RecordAudit,
): Handlers<typeof retentionRoutes> {
  const remember = (kind: AuditKind, { principal, remoteAddress }: Caller, detail: Record<string, string> = {}) => {
    const actorId = principal.userId === LOCAL_OPERATOR.userId ? null : principal.userId;
    recordAudit({ kind, userId: null, actorId, address: remoteAddress, detail });
  };
  return {
    getRetention: async () => ({ status: 200, body: await service.getState() }),
    async setRetention(call) {
      service.savePolicy(call.body);
      const detail = Object.entries(call.body).map(([name, value]) => [name, String(value)]);
      remember("retention_changed", call, Object.fromEntries(detail) as Record<string, string>);
      return { status: 200, body: await service.getState() };
    },
    startPurge(call) {
      const run = service.startPurge();
      remember("purge_started", call);
      return { status: 202, body: run };
    },
    async cancelPurge(call) {
      await service.cancelPurge();
      remember("purge_cancelled", call);
      return { status: 204 };
    },
  };
}
