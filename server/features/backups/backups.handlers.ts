import type { backupRoutes } from "../../contracts/backups.ts";
import type { AuditKind } from "../../contracts/audit.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { LOCAL_OPERATOR, type Principal } from "../../kernel/principal.ts";
import type { BackupKeys } from "../../storage/backup-encryption.ts";
import type { RestoreService } from "./backups.restore.ts";
import type { ChosenBackup, ChoiceOutcome } from "./backups.chosen.ts";
import { type BackupsService, foundToWire } from "./backups.service.ts";

type Caller = { readonly principal: Principal; readonly remoteAddress?: string | undefined };

export function createBackupsHandlers(
  {
    service,
    restore,
    chosen,
  }: { readonly service: BackupsService; readonly restore: RestoreService; readonly chosen: ChosenBackup },
  { recordAudit, clock }: { readonly recordAudit: RecordAudit; readonly clock: Clock },
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
    async addBackupFile({ upload, query, body }) {
      if (upload === undefined && body === undefined) {
        return failure(400, "validation_error", "body: send the file itself, a form with a file, or {path} as JSON.");
      }
      const outcome =
        upload === undefined
          ? await chosen.chooseFile(body!.path)
          : await chosen.upload({
              name: query.name ?? "backup",
              changedMs: query.changed_at === undefined ? clock.now() : Date.parse(query.changed_at),
              chunks: upload.chunks,
            });
      return outcome.kind === "chosen" ? { status: 200, body: foundToWire(outcome.file) } : refusalOf(outcome.kind);
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
          return isRunning();
        case "waiting":
          return isWaiting();
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

const isRunning = () => failure(409, "restore_running", "A backup is being restored at the moment.");
const isWaiting = () => failure(409, "restore_waiting", "A restore waits for the next start; cancel it first.");

/** Why a file that was chosen is not restored. */
function refusalOf(kind: Exclude<ChoiceOutcome["kind"], "chosen">) {
  switch (kind) {
    case "checking":
      return isRunning();
    case "waiting":
      return isWaiting();
    case "uploading":
      return failure(409, "upload_running", "Another backup is being uploaded at the moment.");
    case "no_room":
      return failure(
        507,
        "insufficient_storage",
        "There is not enough room on the station's disk for this backup and the copy that is checked.",
      );
    case "relative":
      return failure(400, "validation_error", "path: must be absolute.");
    case "unreadable":
      return failure(400, "validation_error", "path: there is no file that the station may read.");
    case "in_use":
      return failure(400, "unusable_backup", "The file is the recording that the station uses now.");
    case "no_backup":
      return failure(
        400,
        "unusable_backup",
        "The file is neither a recording of a station nor a backup that is encrypted with age.",
      );
    case "newer":
      return failure(
        400,
        "unusable_backup",
        "The file was written by a newer Fieldstation: update this station before you restore it.",
      );
  }
}

/** Null for the local operator, who has none. */
function accountOf({ principal }: Pick<Caller, "principal">): string | null {
  return principal.userId === LOCAL_OPERATOR.userId ? null : principal.userId;
}

function keysFrom(passphrase: string | undefined, identities: readonly string[] | undefined): BackupKeys | null {
  if (passphrase !== undefined) return { passphrase };
  return identities === undefined ? null : { identities };
}
