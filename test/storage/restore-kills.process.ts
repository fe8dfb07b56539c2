import { startStation } from "../../server/app/index.ts";
import { restoreCommand } from "../../server/app/cli/backup.run.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { findMark } from "../../server/storage/restore/restore-files.ts";
import { undoSwap } from "../../server/storage/restore/swap-recording.ts";

/** One of the ways in which a recording is exchanged, in a process of its own. */
const [dataDir, way, file] = process.argv.slice(2) as [string, string, string | undefined];

switch (way) {
  case "start": {
    // With the backup that waits there.
    const station = await startStation({ dataDir, port: 0, log: silentLog, lessSafe: { synchronous: "OFF" } });
    await station.stop();
    break;
  }
  case "undo":
    await undoSwap(dataDir, findMark(dataDir)!, "the test undoes it");
    break;
  default:
    await restoreCommand(file!, { data: dataDir, json: true });
}
