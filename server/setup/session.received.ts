import { isoFromMs } from "../kernel/clock.ts";
import { type Session, update } from "./session.record.ts";
import { LIMITS, provedByAir } from "./session.rules.ts";

/** An id that a receiver of this station received over the air. */
export type ReceivedId = { readonly uasId: string; readonly timeMs: number; readonly sensorId: string };

/** Begins to listen for these ids in the session. */
export function awaitIds(session: Session, uasIds: readonly (string | null | undefined)[]): void {
  const fromMs = session.deps.now();
  session.cancelAwaited();
  const wanted = new Set(uasIds.filter((uasId) => typeof uasId === "string"));
  session.awaited = [...wanted].map((uasId) => ({ uasId, fromMs }));
}

export function stopAwaiting(session: Session): void {
  session.cancelAwaited();
  session.cancelAwaited = () => undefined;
  session.awaited = [];
}

/** Starts the time in which a written id has to be received, at the end of the writing. */
export function awaitAfterWriting(session: Session): void {
  session.cancelAwaited();
  session.cancelAwaited = session.deps.schedule(() => stopAwaiting(session), LIMITS.awaitMs);
}

export function recordReceivedId(session: Session, { uasId, timeMs, sensorId }: ReceivedId): void {
  const isAwaited = session.awaited.some((awaited) => awaited.uasId === uasId && timeMs >= awaited.fromMs);
  if (!isAwaited || session.record.received?.uas_id === uasId) return;
  const received = { uas_id: uasId, time: isoFromMs(timeMs), sensor_id: sensorId };
  const { results, state } = session.record;
  const isWritten = session.writtenUasId?.id === uasId && results !== null;
  update(session, {
    received,
    ...(isWritten ? { results: provedByAir(results, uasId) } : {}),
    ...(state === "done" || state === "checking" ? { message: `Received by air: ${uasId}.` } : {}),
  });
}
