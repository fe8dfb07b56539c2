import { startStation } from "../../../server/app/index.ts";
import { DEFAULT_QUOTA_LIMITS } from "../../../server/auth/request-quotas.ts";
import { silentLog } from "../../../server/kernel/log.ts";
import { answerParent } from "./child.ts";
import { watchLoop } from "./loop.watch.ts";
import { watchTicks } from "./tick.watch.ts";
import { watchTurns } from "./turn.watch.ts";

/**
 * The limit that `serve --max-requests` sets: one person sends more requests a minute here than anybody does in the
 * field.
 */
const REQUESTS_PER_MINUTE = 100_000_000;

const [dataDir = "", rendererDir] = process.argv.slice(2);
const station = await startStation({
  dataDir,
  port: 0,
  localOperator: true,
  log: silentLog,
  limits: { quotas: { ...DEFAULT_QUOTA_LIMITS, requestsPerMinute: REQUESTS_PER_MINUTE } },
  ...(rendererDir !== undefined && { rendererDir }),
});
const loop = watchLoop();
const turns = watchTurns();
const ticks = watchTicks();

const commands = {
  url: () => station.url,
  reset: loop.reset,
  report: loop.report,
  watchTurns: turns.start,
  turns: turns.report,
  watchTicks: ticks.start,
  ticks: ticks.report,
};
answerParent(commands, async () => {
  loop.stop();
  await station.stop();
});
