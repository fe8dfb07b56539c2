/**
 * `npm run bench [-- NAMES…] [--full] [--json]`: what the station does in a second, each beside another program or a
 * limit that is measured in the same run (docs/performance.md).
 */
import { parseArgs } from "node:util";
import { installPeers } from "./bootstrap/bench-peers.mjs";
import { runAttached } from "./bootstrap/child.mjs";
import { inRoot } from "./bootstrap/paths.mjs";
import { prepare } from "./bootstrap/prepare.mjs";
import { runMain } from "./bootstrap/say.mjs";
import { ensureSpatialite } from "./bootstrap/spatialite.mjs";

await runMain(async () => {
  const handedOn = await prepare();
  if (handedOn !== undefined) return handedOn;
  await ensureSpatialite();
  const args = process.argv.slice(2);
  // What else stands there is for the benchmark itself to judge.
  const { positionals } = parseArgs({
    args,
    strict: false,
    allowPositionals: true,
    options: { profile: { type: "string" } },
  });
  const env = { ...process.env, ...(await installPeers(positionals)) };
  return runAttached(process.execPath, [inRoot("test", "bench", "bench.main.ts"), ...args], { env }).ended;
});
