import type { AuditDeps } from "./audit.deps.ts";
import { type AuditHandlers, createAuditHandlers } from "./audit.handlers.ts";
import { type AuditService, createAuditService } from "./audit.service.ts";

export type { ChainedEntry } from "./audit.deps.ts";
export type { AuditService } from "./audit.service.ts";
export { isAuditChained } from "./audit.store.ts";
export { type AuditVerification, verifyAuditLog } from "./audit.verify.ts";

/** The audit log: sign-ins, refused credentials and changes. */
export function createAudit(deps: AuditDeps): { readonly service: AuditService; readonly handlers: AuditHandlers } {
  const service = createAuditService(deps);
  return { service, handlers: createAuditHandlers(service) };
}
