import { realpath } from "node:fs/promises";
import { isAbsolute } from "node:path";
import type { FoundFile, UnusableBackupReason } from "../../storage/restore/find-backups.ts";
import type { IncomingBackup } from "../../storage/restore/uploaded-backup.ts";
import type { BackupsDeps } from "./backups.deps.ts";
import type { RestoreService } from "./backups.restore.ts";

export type ChoiceOutcome =
  | { readonly kind: "chosen"; readonly file: FoundFile }
  | { readonly kind: UnusableBackupReason | "relative" | "in_use" | "no_room" | "uploading" | "checking" | "waiting" };

/** The one file that a person has chosen to be restored, from elsewhere than the folder of backups. */
export type ChosenBackup = {
  /** Chooses a file where it is. */
  readonly chooseFile: (path: string) => Promise<ChoiceOutcome>;
  /** Keeps a file from another computer until the station starts again. */
  readonly upload: (incoming: IncomingBackup) => Promise<ChoiceOutcome>;
  /** The file that was chosen last, while it is there. */
  readonly find: () => Promise<FoundFile | undefined>;
};

export function createChosenBackup(
  { dataDir, files, uploaded }: Pick<BackupsDeps, "dataDir" | "files" | "uploaded">,
  restore: Pick<RestoreService, "getState">,
): ChosenBackup {
  let chosen: string | undefined;
  let isUploading = false;

  /** Why no other file can be chosen: the last one may be being copied. */
  function obstacle(): ChoiceOutcome | undefined {
    const phase = restore.getState()?.phase;
    if (phase === "checking" || phase === "waiting") return { kind: phase };
    return isUploading ? { kind: "uploading" } : undefined;
  }

  async function take(path: string): Promise<ChoiceOutcome> {
    const file = await files.inspect(path);
    if (typeof file === "string") return { kind: file };
    chosen = path;
    return { kind: "chosen", file };
  }

  return {
    async chooseFile(path) {
      const inTheWay = obstacle();
      if (inTheWay !== undefined) return inTheWay;
      if (!isAbsolute(path)) return { kind: "relative" };
      const real = await realpath(path).catch(() => path);
      if (await files.isInUse(dataDir, real)) return { kind: "in_use" };
      return take(real);
    },
    async upload(incoming) {
      const inTheWay = obstacle();
      if (inTheWay !== undefined) return inTheWay;
      isUploading = true;
      chosen = undefined;
      let outcome: ChoiceOutcome | undefined;
      try {
        const path = await uploaded.store(incoming);
        outcome = path === undefined ? { kind: "no_room" } : await take(path);
        return outcome;
      } finally {
        if (outcome?.kind !== "chosen") await uploaded.remove();
        isUploading = false;
      }
    },
    async find() {
      if (chosen === undefined) return undefined;
      const file = await files.inspect(chosen);
      return typeof file === "string" ? undefined : file;
    },
  };
}
