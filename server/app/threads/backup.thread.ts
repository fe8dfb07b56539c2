import { workerData } from "node:worker_threads";
import { backupRecording } from "../../storage/backup.ts";
import type { BackupThreadData } from "./backups.ts";

/** The entry of the thread that makes a backup: reading every page to check it would hold everybody else up. */
const { dataDir, file } = workerData as BackupThreadData;
await backupRecording(dataDir, file, () => undefined);
