import { totalmem } from "node:os";
import type { Readiness, readinessRoutes } from "../../contracts/readiness.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { cacheJson } from "../../kernel/cached-json.ts";
import { judgeReadiness, type Measured } from "./readiness.rules.ts";

export function createReadinessHandlers(deps: {
  readonly clock: Clock;
  readonly freeBytes: () => number | null;
  readonly residentBytes: () => number;
  readonly recorder: { readonly waiting: () => number; readonly waitingSinceMs: () => number | null };
  readonly isDamaged: () => boolean;
  readonly countFailingSources: () => number;
  readonly countFailingPeers: () => number;
}): Handlers<typeof readinessRoutes> {
  const { clock, recorder } = deps;
  // Read once: it does not change, and reading it takes as long as a whole response.
  const totalBytes = totalmem();
  const judge = createJudge();
  return {
    getReadiness({ principal }) {
      const measured: Measured = {
        freeBytes: deps.freeBytes(),
        waitingRecords: recorder.waiting(),
        waitingSinceMs: recorder.waitingSinceMs(),
        residentBytes: deps.residentBytes(),
        totalBytes,
        isDamaged: deps.isDamaged(),
        failingSources: deps.countFailingSources(),
        failingPeers: deps.countFailingPeers(),
      };
      const body = judge(measured, clock.now(), principal.credential !== "none");
      return { status: body.ready ? 200 : 503, body };
    },
  };
}

/**
 * Judges again only when a measured value has changed: most of the time none has, and the response is the same text.
 */
function createJudge(): typeof judgeReadiness {
  let kept: { readonly measured: Measured; readonly withValues: boolean; readonly body: Readiness } | undefined;
  return (measured, nowMs, withValues) => {
    if (kept?.withValues === withValues && isStill(kept.measured, measured)) return kept.body;
    const body = cacheJson(judgeReadiness(measured, nowMs, withValues));
    kept = { measured, withValues, body };
    return body;
  };
}

/** Whether the measured values are the same as before. While records wait, their waiting time changes by itself. */
function isStill(before: Measured, measured: Measured): boolean {
  return (
    measured.waitingSinceMs === null &&
    before.waitingSinceMs === null &&
    before.freeBytes === measured.freeBytes &&
    before.waitingRecords === measured.waitingRecords &&
    before.residentBytes === measured.residentBytes &&
    before.totalBytes === measured.totalBytes &&
    before.isDamaged === measured.isDamaged &&
    before.failingSources === measured.failingSources &&
    before.failingPeers === measured.failingPeers
  );
}
