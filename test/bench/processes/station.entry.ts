import { startStation } from "../../../server/app/index.ts";
import { silentLog } from "../../../server/kernel/log.ts";
import { answerParent } from "./child.ts";
import { watchLoop } from "./loop.watch.ts";

const [dataDir = "", rendererDir] = process.argv.slice(2);
const station = await startStation({
  dataDir,
  port: 0,
  localOperator: true,
  log: silentLog,
  ...(rendererDir !== undefined && { rendererDir }),
});
const loop = watchLoop();

answerParent({ url: () => station.url, reset: loop.reset, report: loop.report }, async () => {
  loop.stop();
  await station.stop();
});
