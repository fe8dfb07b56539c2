import { onScopeDispose, type Ref, ref, shallowRef } from "vue";
import type { FoundBackup } from "../../../../../server/contracts/backups.ts";
import { uploadFile } from "../../api/file-upload.ts";
import { reasonOf } from "../../api/reason.ts";
import { type ApiResult, call, routes } from "../../api/station.client.ts";
import { desktop } from "../../desktop/desktop-bridge.ts";
import { useText } from "../../text/index.ts";
import { formatBytes } from "../../ui/units.ts";
import { canBeBackup } from "./backup-file.ts";
import { refusalOf } from "./restore-draft.ts";

export interface BackupUpload {
  readonly name: string;
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** A backup that a person chooses from elsewhere, on its way to the station. */
export interface BackupFileChoice {
  readonly uploading: Readonly<Ref<BackupUpload | undefined>>;
  /** Why the last file was not taken, as a sentence. */
  readonly failure: Readonly<Ref<string | undefined>>;
  /** Lets the person of the desktop choose one, which the station reads where it is. */
  readonly chooseHere: () => Promise<FoundBackup | undefined>;
  /** Copies a file to the station; what is no backup, or too large, is refused before it is sent. */
  readonly upload: (file: File, roomBytes: number) => Promise<FoundBackup | undefined>;
  readonly cancel: () => void;
}

export function useBackupFile(): BackupFileChoice {
  const { t } = useText();
  const uploading = shallowRef<BackupUpload>();
  const failure = ref<string>();
  let controller: AbortController | undefined;

  function refuse(name: string, reason: string): undefined {
    failure.value = t("backups.restore.notTaken", { name, reason });
  }

  function take(name: string, answer: ApiResult<FoundBackup>): FoundBackup | undefined {
    if (answer.kind === "ok") return answer.value;
    return answer.kind === "cancelled"
      ? undefined
      : refuse(name, refusalOf(reasonOf(answer), { path: t("backups.restore.file") }));
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
    uploading.value = { name, sentBytes: 0, totalBytes: size };
    const answer = await uploadFile(routes.addBackupFile, {
      query: { name: name.slice(-255), changed_at: new Date(lastModified).toISOString() },
      file,
      signal: controller.signal,
      onProgress: (sentBytes) => {
        if (uploading.value) uploading.value = { ...uploading.value, sentBytes };
      },
    });
    uploading.value = undefined;
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
