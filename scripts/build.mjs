/** `npm run build`: the console and the desktop app into out/, when a source changed. */
import { buildIfStale } from "./bootstrap/build.mjs";
import { prepare } from "./bootstrap/prepare.mjs";
import { runMain } from "./bootstrap/say.mjs";

await runMain(async () => {
  const handedOn = await prepare();
  if (handedOn !== undefined) return handedOn;
  await buildIfStale();
  return 0;
});
