/** Reads the given flight log and prints the peak memory of this process in MB. */
import { createReadStream } from "node:fs";
import { decodeTracks } from "../../../server/import/tracks/tracks.decode.ts";

const path = process.argv[2] ?? "";
const options = { receivedMs: Date.now(), startMs: 0, utcOffsetMinutes: 0 };
const decoded = await decodeTracks(createReadStream(path), options);
if (decoded.kind === "invalid") throw new Error(decoded.message);
// Kept until here, as an import would.
if (decoded.flights.length === 0) throw new Error("no flight was read");
process.stdout.write(String(process.resourceUsage().maxRSS / 1024));
