import { identitiesIn } from "../../../../../server/contracts/backup-identities.ts";
import type { BackupFile, BackupState, FoundBackup, RestoreRequest } from "../../../../../server/contracts/backups.ts";

/** A backup that can be restored; its content is known if the station has made it. */
export type Restorable = BackupFile | FoundBackup;

/** The passphrase or key of an encrypted backup. Never stored. */
export interface RestoreDraft {
  readonly way: "passphrase" | "identities";
  readonly passphrase: string;
  /** As `age-keygen` writes them, one in a line, comments included. */
  readonly identities: string;
}

export const EMPTY_DRAFT: RestoreDraft = { way: "passphrase", passphrase: "", identities: "" };

/** The time that distinguishes one backup from another. */
export const timeOfBackup = (backup: Restorable): string => ("made_at" in backup ? backup.made_at : backup.changed_at);

export const baseNameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** The restore request; undefined while the passphrase or key is missing. */
export function restoreRequestOf({ path, is_encrypted }: Restorable, draft: RestoreDraft): RestoreRequest | undefined {
  if (!is_encrypted) return { path };
  if (draft.way === "passphrase") return draft.passphrase === "" ? undefined : { path, passphrase: draft.passphrase };
  const identities = [...identitiesIn(draft.identities)];
  return identities.length === 0 ? undefined : { path, identities };
}

/** Whether a restore can still be cancelled, and no other can begin. */
export const isUnderWay = (restore: BackupState["restore"]): boolean =>
  restore?.phase === "checking" || restore?.phase === "waiting";

/** Whether the state changes by itself within seconds. */
export function isRestoring({ restore, restarts_itself }: Pick<BackupState, "restore" | "restarts_itself">): boolean {
  return restore?.phase === "checking" || (restore?.phase === "waiting" && restarts_itself);
}
