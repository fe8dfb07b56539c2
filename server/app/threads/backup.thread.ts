import { parentPort, workerData } from "node:worker_threads";
import { backupEncrypted, backupRecording, backupVerified } from "../../storage/backup.ts";
import { loadSqlite } from "../../storage/sqlite-thread.ts";
import type { BackupThreadData } from "./backups.ts";
import { lowerPriority } from "./low-priority.ts";

/** Entry of the thread that makes a backup: checking every page would block the main thread. */
const { dataDir, file, verifiedAtMs, encrypted } = workerData as BackupThreadData;
loadSqlite();
lowerPriority();
if (verifiedAtMs === null) await backupRecording(dataDir, file, () => undefined);
else if (encrypted !== null) {
  const { plain, encryption } = encrypted;
  const options = { encryption, nowMs: verifiedAtMs };
  parentPort!.postMessage(await backupEncrypted(dataDir, { plain, file }, options));
} else parentPort!.postMessage(await backupVerified(dataDir, file, verifiedAtMs));
