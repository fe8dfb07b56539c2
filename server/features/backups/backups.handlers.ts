import type { backupRoutes } from "../../contracts/backups.ts";
import type { AuditKind } from "../../contracts/audit.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { LOCAL_OPERATOR, type Principal } from "../../kernel/principal.ts";
import type { BackupKeys } from "../../storage/backup-encryption.ts";
import type { RestoreService } from "./backups.restore.ts";
import type { BackupsService } from "./backups.service.ts";

type Caller = { readonly principal: Principal; readonly remoteAddress?: string | undefined };

export function createBackupsHandlers(
  service: BackupsService,
  restore: RestoreService,
  recordAudit: RecordAudit,
): Handlers<typeof backupRoutes> {
  const remember = (kind: AuditKind, { principal, remoteAddress }: Caller, detail: Record<string, string> = {}) => {
    recordAudit({ kind, userId: null, actorId: accountOf({ principal }), address: remoteAddress, detail });
  };
  return {
    getBackups: async () => ({ status: 200, body: await service.getState() }),
    async setBackups(call) {
      const outcome = await service.saveSettings(call.body);
      if (outcome.kind === "refused") return failure(400, "validation_error", `${outcome.field}: ${outcome.msg}`);
      const { every_hours: hours, kept, folder } = call.body;
      const state = await service.getState();
      remember("backup_settings_changed", call, {
        every_hours: String(hours),
        kept: String(kept),
        folder: String(folder),
        encryption: state.encryption.kind,
      });
      return { status: 200, body: state };
    },
    async startBackup(call) {
      if (!service.start()) return failure(409, "backup_running", "A backup is being made at the moment.");
      remember("backup_made", call);
      return { status: 202, body: await service.getState() };
    },
    async startRestore(call) {
      const { path, passphrase, identities } = call.body;
      const refuse = (msg: string) => failure(400, "validation_error", msg);
      const backup = await service.findBackup(path);
      if (backup === undefined) return refuse("path: is none of the backups that can be restored.");
      const keys = keysFrom(passphrase, identities);
      if (backup.isEncrypted && keys === null) {
        return refuse("passphrase: is needed, or the identities: the backup is encrypted.");
      }
      const outcome = await restore.start({
        path,
        keys: backup.isEncrypted ? keys : null,
        userId: accountOf(call),
        address: call.remoteAddress ?? null,
      });
      switch (outcome.kind) {
        case "running":
          return failure(409, "restore_running", "A backup is being restored at the moment.");
        case "waiting":
          return failure(409, "restore_waiting", "A restore waits for the next start; cancel it first.");
        case "cancelled":
          return failure(409, "restore_cancelled", "The restore was cancelled.");
        case "no_room":
          return failure(507, "insufficient_storage", "path: the station's disk has no room for a copy of the backup.");
        case "refused":
          if (outcome.reason === "backup") return refuse(`path: ${outcome.msg}`);
          return refuse(
            passphrase === undefined
              ? "identities: none of them opens the backup."
              : "passphrase: it does not open the backup.",
          );
        case "started":
          remember("restore_started", call, { backup: path });
          return { status: 202, body: await service.getState() };
      }
    },
    async endRestore(call) {
      const ended = await restore.end();
      if (ended === undefined) return failure(404, "not_found", "There is no restore.");
      if (ended === "cancelled") remember("restore_cancelled", call);
      return { status: 204 };
    },
  };
}

/** Null for the local operator, who has none. */
function accountOf({ principal }: Pick<Caller, "principal">): string | null {
  return principal.userId === LOCAL_OPERATOR.userId ? null : principal.userId;
}

function keysFrom(passphrase: string | undefined, identities: readonly string[] | undefined): BackupKeys | null {
  if (passphrase !== undefined) return { passphrase };
  return identities === undefined ? null : { identities };
}
