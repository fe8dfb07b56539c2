/** The thread that reads files of tiles: a bad file cannot block the station. */
import { parentPort } from "node:worker_threads";
import { loadSqlite } from "../../storage/sqlite-thread.ts";
import type { NumberedReply, NumberedRequest } from "./tile-files.messages.ts";
import { createTileReader } from "./tile-files.reader.ts";

loadSqlite();
const answer = createTileReader();

parentPort?.on("message", (message: NumberedRequest) => void reply(message));

async function reply({ number, request }: NumberedRequest): Promise<void> {
  const numbered: NumberedReply = { number, reply: await answer(request) };
  parentPort?.postMessage(numbered);
}
