import { SetupFailure } from "./family.ts";
import { requestIdentity, endUnrecognised } from "./session.identify.ts";
import { closeLink, releasePort, reopenWhenBack } from "./session.port.ts";
import { familyOf, type Session, update } from "./session.record.ts";
import { possiblyLockedWarning, readAfterProtect } from "./session.protect.ts";
import { LIMITS } from "./session.rules.ts";
import { runStep } from "./session.step.ts";
import { acceptIfSame, verify } from "./session.verify.ts";

/** Runs a step; if the device is unplugged during it, waits for the device. */
export async function runRecovering(session: Session, run: () => Promise<void>): Promise<void> {
  await runStep(session, async () => {
    await run();
    while (isLost(session)) await recover(session);
  });
  // Unplugged at the moment when the step ended.
  if (isLost(session) && !session.isBusy) await runRecovering(session, async () => undefined);
}

export function isLost({ isEnded, isEnding, isFreed, link }: Session): boolean {
  return !isEnded && !isEnding && !isFreed && (link === null || link.closed.aborted);
}

/** Waits for the same device, and then reads again what was written; writing is never resumed automatically. */
async function recover(session: Session): Promise<void> {
  update(session, {
    state: "lost",
    progress: null,
    check: null,
    message: "The device was unplugged. Plug it in again: within a minute the set-up goes on with it.",
  });
  session.isReadingStale = session.record.reading !== null;
  await closeLink(session);
  if (!(await reopenWhenBack(session, LIMITS.lostMs))) {
    if (session.isEnding) return;
    await releasePort(session);
    const msg = `The device was not plugged in again within a minute.${possiblyLockedWarning(session)}`;
    return update(session, { message: msg, error: { code: "lost", msg } });
  }
  update(session, {
    state: "identifying",
    plan: null,
    needsReplug: false,
    message: "Plugged in again; asking whether it is the same device.",
  });
  const outcome = await requestIdentity(session);
  if (outcome.kind === "failed") {
    const { code, message } = outcome.failure;
    return endUnrecognised(session, new SetupFailure(code, `${message}${possiblyLockedWarning(session)}`));
  }
  if (acceptIfSame(session, outcome.value) === "other") {
    const msg = `Another device is at the port now; look at the port again to set that one up.${possiblyLockedWarning(session)}`;
    return endUnrecognised(session, new SetupFailure("wrong_device", msg));
  }
  const family = familyOf(session);
  const { results } = session.record;
  // Without power a device may also have lost values that were read back before.
  if (family !== undefined && results !== null && results.length > 0) return verify(session, family, results);
  if (family !== undefined && session.keyFile !== null) return readAfterProtect(session, family);
  update(session, { state: "ready", error: null, message: outcome.value.message });
  if (family === undefined) await releasePort(session);
}
