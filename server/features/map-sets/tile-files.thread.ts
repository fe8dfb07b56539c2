/** The thread that reads files of tiles: a bad file cannot block the station. */
import { answerRequests } from "../../kernel/thread-requests.ts";
import { loadSqlite } from "../../storage/sqlite-thread.ts";
import { createTileReader } from "./tile-files.reader.ts";

loadSqlite();
answerRequests(createTileReader());
