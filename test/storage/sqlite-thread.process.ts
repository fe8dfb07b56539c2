import { once } from "node:events";
import { join } from "node:path";
import { SqliteThread } from "../../server/storage/sqlite-thread.ts";

const ENTRY = join(import.meta.dirname, "sqlite-loading.thread.ts");
const ROUNDS = 150;
/** Loading takes about two milliseconds. */
const MOMENTS = 30;
const STEP_MS = 0.1;

/** Ends threads at every moment of loading SQLite: the program of test/storage/sqlite-thread.test.ts. */
for (let round = 0; round < ROUNDS; round++) {
  const thread = new SqliteThread(ENTRY, { execArgv: [] });
  await once(thread, "message");
  const endMs = performance.now() + (round % MOMENTS) * STEP_MS;
  // A timer would not be exact enough.
  while (performance.now() < endMs);
  await thread.terminate();
}
