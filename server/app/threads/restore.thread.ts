import { parentPort, workerData } from "node:worker_threads";
import { prepareRestore, RestoreRefusedError } from "../../storage/restore/prepare-restore.ts";
import { loadSqlite } from "../../storage/sqlite-thread.ts";
import { lowerPriority } from "./low-priority.ts";
import type { RestoreMessage, RestoreThreadData } from "./restores.ts";

/** Entry of the thread that checks a backup which is to be restored: reading every page would block the main thread. */
const say = (message: RestoreMessage) => parentPort!.postMessage(message);
loadSqlite();
lowerPriority();
let reportedFraction = 0;
try {
  const counts = await prepareRestore(workerData as RestoreThreadData, {
    opened: () => say({ kind: "opened" }),
    progress(fraction) {
      if (fraction < 1 && fraction - reportedFraction < 0.01) return;
      reportedFraction = fraction;
      say({ kind: "progress", fraction });
    },
  });
  say({ kind: "prepared", counts });
} catch (error) {
  if (!(error instanceof RestoreRefusedError)) throw error;
  say({ kind: "refused", reason: error.reason, msg: error.message });
}
