import { parentPort, workerData } from "node:worker_threads";
import { checkDatabase } from "../../storage/integrity.ts";
import { loadSqlite } from "../../storage/sqlite-thread.ts";
import type { CheckThreadData } from "./checks.ts";
import { lowerPriority } from "./low-priority.ts";

/** Entry of the thread that checks the recording: reading every page would block the main thread. */
const { databasePath, depth } = workerData as CheckThreadData;
loadSqlite();
lowerPriority();
parentPort!.postMessage(checkDatabase(databasePath, depth));
