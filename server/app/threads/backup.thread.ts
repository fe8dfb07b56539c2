import { workerData } from "node:worker_threads";
import { backupRecording } from "../../storage/backup.ts";
import type { BackupThreadData } from "./backups.ts";

/** Entry of the thread that makes a backup: checking every page would block the main thread. */
const { dataDir, file } = workerData as BackupThreadData;
await backupRecording(dataDir, file, () => undefined);
