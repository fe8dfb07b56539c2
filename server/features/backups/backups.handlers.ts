import type { backupRoutes } from "../../contracts/backups.ts";
import type { AuditKind } from "../../contracts/audit.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { LOCAL_OPERATOR, type Principal } from "../../kernel/principal.ts";
import type { BackupsService } from "./backups.service.ts";

type Caller = { readonly principal: Principal; readonly remoteAddress?: string | undefined };

export function createBackupsHandlers(
  service: BackupsService,
  recordAudit: RecordAudit,
): Handlers<typeof backupRoutes> {
  const remember = (kind: AuditKind, { principal, remoteAddress }: Caller, detail: Record<string, string> = {}) => {
    const actorId = principal.userId === LOCAL_OPERATOR.userId ? null : principal.userId;
    recordAudit({ kind, userId: null, actorId, address: remoteAddress, detail });
  };
  return {
    getBackups: () => ({ status: 200, body: service.getState() }),
    async setBackups(call) {
      const outcome = await service.saveSettings(call.body);
      if (outcome.kind === "refused") return failure(400, "validation_error", `${outcome.field}: ${outcome.msg}`);
      const { every_hours: hours, kept, folder } = call.body;
      const { encryption } = service.getState();
      remember("backup_settings_changed", call, {
        every_hours: String(hours),
        kept: String(kept),
        folder: String(folder),
        encryption: encryption.kind,
      });
      return { status: 200, body: service.getState() };
    },
    startBackup(call) {
      if (!service.start()) return failure(409, "backup_running", "A backup is being made at the moment.");
      remember("backup_made", call);
      return { status: 202, body: service.getState() };
    },
  };
}
