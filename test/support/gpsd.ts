import { spawnSync } from "node:child_process";

export const hasGpsd = spawnSync("gpsd", ["-V"]).error === undefined;
if (!hasGpsd) console.warn("skipped: tests with a real gpsd, it is not installed");
