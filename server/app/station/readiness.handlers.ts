import { totalmem } from "node:os";
import type { readinessRoutes } from "../../contracts/readiness.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Handlers } from "../../kernel/handler.ts";
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
  // It takes the system as long as a whole answer to say, and does not change.
  const totalBytes = totalmem();
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
      const body = judgeReadiness(measured, clock.now(), principal.credential !== "none");
      return { status: body.ready ? 200 : 503, body };
    },
  };
}
