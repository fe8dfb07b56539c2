/** `npm run build`: the console and the desktop app into out/, when a source changed. */
import { buildIfStale } from "./bootstrap/build.mjs";
import { prepare } from "./bootstrap/prepare.mjs";
import { runMain } from "./bootstrap/output.mjs";

await runMain(async () => {
  const exitCode = await prepare();
  if (exitCode !== undefined) return exitCode;
  await buildIfStale();
  return 0;
});
