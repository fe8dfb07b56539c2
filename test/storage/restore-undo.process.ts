import { findRestoreMark } from "../../server/storage/restore/restore-files.ts";
import { undoSwap } from "../../server/storage/restore/swap-recording.ts";

/** Restores the former recording in a separate process, as a start does with a backup that it cannot use. */
const [dataDir] = process.argv.slice(2) as [string];
await undoSwap(dataDir, findRestoreMark(dataDir)!, "the test undoes it");
