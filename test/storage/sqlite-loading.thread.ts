import { parentPort } from "node:worker_threads";
import { loadSqlite } from "../../server/storage/sqlite-thread.ts";

/** Entry of a thread that reports when it begins to load SQLite. */
parentPort!.postMessage("loading");
loadSqlite();
