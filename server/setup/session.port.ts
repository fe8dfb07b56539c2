import { SECOND_MS } from "../kernel/clock.ts";
import { SetupFailure } from "./family.ts";
import { repairedLink } from "./identify/line-endings.link.ts";
import { type Link, LinkFailure } from "./link.ts";
import type { Session } from "./session.record.ts";
import { LIMITS } from "./session.rules.ts";
import { failureOf, wait } from "./session.step.ts";

/** The rate at which listening begins. */
const FIRST_BAUD_RATE = 57_600;
const LOOK_INTERVAL_MS = SECOND_MS / 2;

/** Opens the port within five seconds; a port that opens after that is closed again. Rejects with a `SetupFailure`. */
export async function openPort(session: Session, path: string): Promise<void> {
  const { deps } = session;
  let isTooLate = false;
  let cancel: () => void = () => undefined;
  const timedOut = new Promise<never>((_, reject) => {
    cancel = deps.schedule(() => {
      isTooLate = true;
      reject(new SetupFailure("device_timeout", `The port ${path} did not open within 5 seconds.`));
    }, LIMITS.openingMs);
  });
  const opening = deps.openLink({ path, baudRate: session.request.baudRate ?? FIRST_BAUD_RATE }).then(async (link) => {
    if (isTooLate || session.isEnded) await link.close();
    return link;
  });
  opening.catch(() => undefined);
  try {
    const opened = await Promise.race([opening, timedOut]);
    const link = session.request.repairLineEndings ? repairedLink(opened) : opened;
    session.link = link;
    session.record.path = path;
    const onClosed = () => {
      if (session.link === link) session.onUnplugged(session);
    };
    link.closed.addEventListener("abort", onClosed, { once: true });
  } catch (error) {
    throw failureOf(session, error);
  } finally {
    cancel();
  }
}

/** Takes over a port from its present user; false when another session has it. Repeating it changes nothing. */
export async function leasePort(session: Session, path: string): Promise<boolean> {
  if (session.leases.has(path)) return true;
  if (!session.claim(path)) return false;
  session.leases.set(path, await session.deps.leasePort(path));
  return true;
}

/** Closes the port and returns it to its source. Never rejects, and can be called twice. */
export async function releasePort(session: Session): Promise<void> {
  session.isFreed = true;
  await closeLink(session);
  const leases = [...session.leases.values()];
  session.leases.clear();
  for (const lease of leases) {
    try {
      lease.release();
    } catch (error) {
      session.deps.log.error({ sessionId: session.id, err: error }, "a port could not be returned to its source");
    }
  }
}

export async function closeLink(session: Session): Promise<void> {
  const { link } = session;
  session.link = null;
  if (link === null) return;
  try {
    await link.close();
  } catch (error) {
    session.deps.log.warn({ sessionId: session.id, err: error }, "a port could not be closed");
  }
}

/**
 * Waits until the device is plugged in again: the one with the same USB serial number under any name, or without such a
 * number any device at the same name. Opens its port; false when it did not return in time.
 */
export async function reopenWhenBack(session: Session, limitMs: number): Promise<boolean> {
  const { deps } = session;
  const endMs = deps.now() + limitMs;
  let passedMs = 0;
  while (!session.isEnded && passedMs <= limitMs && deps.now() <= endMs) {
    if (session.step?.abort.signal.aborted === true) return false;
    const path = await findPath(session);
    if (path !== undefined && (await takePort(session, path))) return !session.isEnded;
    await wait(session, LOOK_INTERVAL_MS);
    passedMs += LOOK_INTERVAL_MS;
  }
  return false;
}

async function findPath({ deps, usbSerialNumber, record }: Session): Promise<string | undefined> {
  if (usbSerialNumber === null) return record.path;
  const ports = await deps.listPorts().catch(() => []);
  const same = ports.filter(({ serial_number }) => serial_number === usbSerialNumber);
  // A device with several ports has the same number at each; then only the name shows which of them is meant.
  return (same.find(({ path }) => path === record.path) ?? (same.length === 1 ? same[0] : undefined))?.path;
}

async function takePort(session: Session, path: string): Promise<boolean> {
  if (!(await leasePort(session, path))) return false;
  try {
    await openPort(session, path);
    if (isExpected(session.link, session.usbSerialNumber)) return true;
    await closeLink(session);
    return false;
  } catch (error) {
    // Directly after plugging in, a port may not be there yet, or opening it may not be allowed yet.
    if (error instanceof SetupFailure || error instanceof LinkFailure) return false;
    throw error;
  }
}

/**
 * The list of ports and the port itself are read one after the other: another device may have been plugged in between.
 */
function isExpected(link: Link | null, usbSerialNumber: string | null): boolean {
  return (
    link !== null &&
    (usbSerialNumber === null || link.usbSerialNumber === null || link.usbSerialNumber === usbSerialNumber)
  );
}
