import { onScopeDispose, type Ref, ref } from "vue";
import type { FoundBackup } from "../../../../../server/contracts/backups.ts";
import { reasonOf } from "../../api/reason.ts";
import { type ApiResult, call, routes } from "../../api/station.client.ts";
import { type UploadProgress, useUpload } from "../../api/upload.use.ts";
import { desktop } from "../../desktop/desktop-bridge.ts";
import { useText } from "../../text/index.ts";
import { formatBytes } from "../../ui/units.ts";
import { canBeBackup } from "./backup-file.ts";

/** The upload of a backup from elsewhere to the station. */
export interface BackupFileChoice {
  readonly uploading: Readonly<Ref<UploadProgress | undefined>>;
  /** Why the last file was refused, as a sentence. */
  readonly failure: Readonly<Ref<string | undefined>>;
  /** Opens the desktop's file dialog; the station reads the chosen file in its place. */
  readonly chooseHere: () => Promise<FoundBackup | undefined>;
  /** Uploads a file to the station; a file that is no backup, or is too large, is refused before it is sent. */
  readonly upload: (file: File, roomBytes: number) => Promise<FoundBackup | undefined>;
  readonly cancel: () => void;
}

export function useBackupFile(): BackupFileChoice {
  const { t } = useText();
  const { uploading, upload: send } = useUpload();
  const failure = ref<string>();
  let controller: AbortController | undefined;

  function refuse(name: string, reason: string): undefined {
    failure.value = t("backups.restore.notTaken", { name, reason });
  }

  function take(name: string, answer: ApiResult<FoundBackup>): FoundBackup | undefined {
    if (answer.kind === "ok") return answer.value;
    return answer.kind === "cancelled" ? undefined : refuse(name, reasonOf(answer));
  }

  async function upload(file: File, roomBytes: number): Promise<FoundBackup | undefined> {
    if (uploading.value !== undefined) return undefined;
    const { name, size, lastModified } = file;
    failure.value = undefined;
    if (!(await canBeBackup(file))) return refuse(name, t("backups.restore.notBackup"));
    if (size > roomBytes) {
      const sizes = { size: formatBytes(size), room: formatBytes(roomBytes) };
      return refuse(name, t("backups.restore.tooLarge", sizes));
    }
    controller = new AbortController();
    const answer = await send(routes.addBackupFile, {
      query: { name: name.slice(-255), changed_at: new Date(lastModified).toISOString() },
      file,
      signal: controller.signal,
    });
    return take(name, answer);
  }

  onScopeDispose(() => controller?.abort());
  return {
    uploading,
    failure,
    upload,
    async chooseHere() {
      failure.value = undefined;
      const file = await desktop.openBackup();
      if (file === undefined) return undefined;
      return take(file.name, await call(routes.addBackupFile, { body: { path: file.path } }));
    },
    cancel: () => controller?.abort(),
  };
}
