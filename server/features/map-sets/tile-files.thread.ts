/** The thread that reads files of tiles: what is wrong with one cannot hold up the station. */
import { answerRequests } from "../../kernel/thread-requests.ts";
import { loadSqlite } from "../../storage/sqlite-thread.ts";
import { createTileReader } from "./tile-files.reader.ts";

loadSqlite();
answerRequests(createTileReader());
