import { isoFromMs } from "../kernel/clock.ts";
import { type Session, update } from "./session.record.ts";
import { LIMITS, provedByAir } from "./session.rules.ts";

/** What a receiver of this station received over the air. */
export type HeardId = { readonly uasId: string; readonly timeMs: number; readonly sensorId: string };

/** From now on, the session listens for these ids. */
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

/** The time in which an id that was written has to be heard, from the end of the writing on. */
export function awaitForHalfAMinute(session: Session): void {
  session.cancelAwaited();
  session.cancelAwaited = session.deps.schedule(() => stopAwaiting(session), LIMITS.heardMs);
}

export function hear(session: Session, { uasId, timeMs, sensorId }: HeardId): void {
  const isAwaited = session.awaited.some((awaited) => awaited.uasId === uasId && timeMs >= awaited.fromMs);
  if (!isAwaited || session.record.heard?.uas_id === uasId) return;
  const heard = { uas_id: uasId, time: isoFromMs(timeMs), sensor_id: sensorId };
  const { results, state } = session.record;
  const isWritten = session.writtenUasId?.id === uasId && results !== null;
  update(session, {
    heard,
    ...(isWritten ? { results: provedByAir(results, uasId) } : {}),
    ...(state === "done" || state === "checking" ? { message: `Heard by air: ${uasId}.` } : {}),
  });
}
