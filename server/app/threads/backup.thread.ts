import { parentPort, workerData } from "node:worker_threads";
import { backupRecording, backupVerified } from "../../storage/backup.ts";
import type { BackupThreadData } from "./backups.ts";

/** Entry of the thread that makes a backup: checking every page would block the main thread. */
const { dataDir, file, verifiedAtMs } = workerData as BackupThreadData;
if (verifiedAtMs === null) await backupRecording(dataDir, file, () => undefined);
else parentPort!.postMessage(await backupVerified(dataDir, file, verifiedAtMs));
