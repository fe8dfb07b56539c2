import { startStation } from "../../server/app/index.ts";
import { silentLog } from "../../server/kernel/log.ts";

/** Starts a station in a directory, and stops it: with the backup that waits there. */
const station = await startStation({
  dataDir: process.argv[2]!,
  port: 0,
  log: silentLog,
  lessSafe: { synchronous: "OFF" },
});
await station.stop();
