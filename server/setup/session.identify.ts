import type { IdentifiedAtRate } from "./identify.ts";
import { releasePort } from "./session.port.ts";
import { familyOf, type Session, update } from "./session.record.ts";
import { LIMITS } from "./session.rules.ts";
import { type Limited, runLimited } from "./session.step.ts";

/** Identifies the device; if it reports no serial number, that of its USB interface is used. */
export async function requestIdentity(
  session: Session,
  limitMs: number = LIMITS.identifyingMs,
): Promise<Limited<IdentifiedAtRate>> {
  const outcome = await runLimited(
    session,
    { limitMs, timedOut: "Nothing at the port was recognised within 10 seconds." },
    (device) => session.deps.identify(device, session.request),
  );
  if (outcome.kind === "failed") return outcome;
  const { identity } = outcome.value;
  const serialNumber = identity.serial_number ?? session.link?.usbSerialNumber ?? null;
  return { kind: "ok", value: { ...outcome.value, identity: { ...identity, serial_number: serialNumber } } };
}

/** The first step of a session: if the device is not identified, or cannot be set up, its port is released at once. */
export async function identifyFirst(session: Session): Promise<void> {
  update(session, { state: "identifying", message: "Listening to the device and asking it what it is." });
  const outcome = await requestIdentity(session);
  if (outcome.kind === "failed") return endUnrecognised(session, outcome.failure);
  setIdentified(session, outcome.value);
  if (familyOf(session) === undefined) await releasePort(session);
}

export function setIdentified(session: Session, { isLocked, ...identified }: IdentifiedAtRate): void {
  update(session, { ...identified, state: "ready", isLocked: isLocked ?? false, error: null });
}

export async function endUnrecognised(
  session: Session,
  { code, message }: Extract<Limited<never>, { kind: "failed" }>["failure"],
): Promise<void> {
  // An unplugged device does not end the session, which waits for it.
  if (code === "lost") return;
  await releasePort(session);
  update(session, { state: "unknown", message, error: { code, msg: message } });
}
