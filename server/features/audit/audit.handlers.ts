import type { auditRoutes } from "../../contracts/audit.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { AuditService } from "./audit.service.ts";

export type AuditHandlers = Handlers<typeof auditRoutes>;

export function createAuditHandlers(service: AuditService): AuditHandlers {
  return {
    listAuditEntries({ query }) {
      const { entries, total } = service.list(query);
      return { status: 200, total, body: [...entries] };
    },
  };
}
