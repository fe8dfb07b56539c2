import type { SetupError, SetupResult } from "../contracts/setup.ts";
import { SECOND_MS } from "../kernel/clock.ts";
import type { DeviceFamily, DeviceReading } from "./family.ts";
import type { Identified } from "./identify.ts";
import { awaitAfterWriting } from "./session.received.ts";
import { requestIdentity } from "./session.identify.ts";
import { closeLink, reopenWhenBack } from "./session.port.ts";
import { type Session, update } from "./session.record.ts";
import { endOf, endSentence, isSameDevice, LIMITS, provedByAir, unprovenAfterRestart } from "./session.rules.ts";
import { keepSnapshot } from "./session.snapshot.ts";
import { type Limited, runLimited, wait } from "./session.step.ts";

const RETRY_MS = SECOND_MS / 2;

type Finish = { readonly needsReplug?: boolean; readonly error?: SetupError | null };

/** The end of writing: all results are known, and decide how the session ends. */
export function finish(session: Session, results: readonly SetupResult[], { needsReplug, error }: Finish = {}): void {
  const { received, reading, ...record } = session.record;
  const isReceived = received !== null && received.uas_id === session.writtenUasId?.id;
  const proved = isReceived ? provedByAir(results, received.uas_id) : results;
  const isReplugNeeded = needsReplug ?? record.needsReplug;
  update(session, {
    reading: reading === null ? null : withRead(reading, proved),
    needsReplug: isReplugNeeded,
    state: endOf(proved),
    results: proved,
    progress: null,
    error: error ?? null,
    message: [error?.msg, endSentence(proved, isReplugNeeded)].filter((part) => part !== undefined).join(" "),
  });
  if (session.awaited.length > 0) awaitAfterWriting(session);
}

/** Values that were read back replace the earlier ones. */
function withRead(reading: DeviceReading, results: readonly SetupResult[]): DeviceReading {
  const read = new Map(
    results.filter(({ result }) => result === "verified").map((result) => [result.name, result.read]),
  );
  const values = reading.values.map((value) =>
    read.has(value.name) && !value.is_secret ? { ...value, value: read.get(value.name) } : value,
  );
  return { ...reading, values };
}

/** Reads the whole device after something was written, with the results so far. */
export function readDeviceAgain(
  session: Session,
  family: DeviceFamily,
  results: readonly SetupResult[] | null,
): Promise<Limited<DeviceReading>> {
  update(session, { state: "verifying", results, message: "Reading again what was written." });
  return runLimited(
    session,
    { limitMs: LIMITS.readingMs, timedOut: "The device did not tell all its settings within 5 seconds." },
    (device) => family.read(device, () => undefined),
  );
}

/**
 * The end where something may have been written: the whole device is read once more, because one setting may have
 * changed others, and its snapshot is stored.
 */
export async function readAndFinish(
  session: Session,
  family: DeviceFamily,
  results: readonly SetupResult[],
  end: Pick<Finish, "needsReplug"> = {},
): Promise<void> {
  if (endOf(results) === "failed") return finish(session, results, end);
  const outcome = await readDeviceAgain(session, family, results);
  if (outcome.kind === "failed") {
    // Proved results stay proved if the device cannot be read once more.
    if (outcome.failure.code !== "lost") finish(session, session.record.results ?? results, end);
    return;
  }
  update(session, { reading: outcome.value, isLocked: outcome.value.isLocked });
  finish(session, session.record.results ?? results, end);
  keepSnapshot(session);
}

/** Reads again what was written, and judges the results again. */
export async function verify(
  session: Session,
  family: DeviceFamily,
  results: readonly SetupResult[],
  end: Pick<Finish, "needsReplug"> = {},
): Promise<void> {
  update(session, { state: "verifying", message: "Reading again what was written." });
  const outcome = await runLimited(
    session,
    { limitMs: LIMITS.verifyingMs, timedOut: "The device did not answer within 5 seconds." },
    (device) => family.verify(device, results),
  );
  if (outcome.kind === "ok") return readAndFinish(session, family, outcome.value, end);
  const { code, message } = outcome.failure;
  if (code === "lost") return;
  finish(session, unprovenAfterRestart(results), { ...end, error: { code, msg: message } });
}

/** Restarts the device and verifies what was written, if anything was. */
export async function restart(session: Session, family: DeviceFamily): Promise<void> {
  update(session, { state: "restarting", message: "The device restarts.", check: null, error: null });
  const endMs = session.deps.now() + LIMITS.restartingMs;
  const outcome = await runLimited(
    session,
    { limitMs: LIMITS.restartingMs, timedOut: "The device did not restart within 20 seconds." },
    (device) => family.restart(device),
  );
  if (outcome.kind === "ok" && outcome.value === "unplug_needed") return verifyOrRest(session, family);
  // A device may leave before it could respond.
  if (outcome.kind === "failed" && outcome.failure.code !== "lost") {
    return rest(session, { code: outcome.failure.code, msg: outcome.failure.message });
  }
  const state = await comeBack(session, endMs);
  if (session.isEnded || state === "gone") return;
  const { results } = session.record;
  if (state !== "back") {
    const error = state === "other" ? OTHER_DEVICE : NOT_BACK;
    if (results !== null) return finish(session, unprovenAfterRestart(results), { error });
    return update(session, { state: "failed", message: error.msg, error });
  }
  if (results !== null && results.length > 0) return verify(session, family, results, { needsReplug: false });
  update(session, { state: "ready", plan: null, needsReplug: false, message: "The device restarted." });
}

const NOT_BACK: SetupError = {
  code: "device_timeout",
  msg: "The device did not answer within 20 seconds after the restart; unplug it and plug it in again.",
};
const OTHER_DEVICE: SetupError = { code: "wrong_device", msg: "Another device is at the port now." };

/**
 * The restart was not observed, which proves neither that it happened nor that it did not: what was written is read
 * again.
 */
async function verifyOrRest(session: Session, family: DeviceFamily): Promise<void> {
  const { results } = session.record;
  if (results !== null && results.length > 0) return verify(session, family, results, { needsReplug: true });
  const message = "Unplug the device and plug it in again: it cannot be restarted by a command.";
  update(session, { state: "ready", needsReplug: true, message, error: null });
}

/** After a restart that failed. */
function rest(session: Session, error: SetupError): void {
  const { results } = session.record;
  if (results !== null) return finish(session, unprovenAfterRestart(results), { error });
  update(session, { state: "failed", message: error.msg, error });
}

/** `gone`: unplugged and not back within 20 seconds; `silent`: its port is there, but it does not respond. */
async function comeBack(session: Session, endMs: number): Promise<"back" | "gone" | "silent" | "other"> {
  let state: "gone" | "silent" = "silent";
  // The counter ends the loop if the clock stands still.
  for (let tries = 0; tries < LIMITS.restartingMs / RETRY_MS; tries += 1) {
    const leftMs = endMs - session.deps.now();
    if (leftMs <= 0 || session.isEnded || session.step?.abort.signal.aborted === true) return state;
    if (session.link === null || session.link.closed.aborted) {
      await closeLink(session);
      if (!(await reopenWhenBack(session, leftMs))) return "gone";
    }
    const outcome = await requestIdentity(session, Math.min(leftMs, LIMITS.identifyingMs));
    if (outcome.kind === "ok") return acceptIfSame(session, outcome.value);
    state = outcome.failure.code === "lost" ? "gone" : "silent";
    await wait(session, RETRY_MS);
  }
  return state;
}

/** Stores the identity that the device reports now, if it is the same device. */
export function acceptIfSame(session: Session, now: Omit<Identified, "message">): "back" | "other" {
  const { family, identity, isLocked } = session.record;
  const isSame =
    family === null ||
    isSameDevice(
      { family, serialNumber: identity?.serial_number ?? null },
      { family: now.family, serialNumber: now.identity.serial_number },
    );
  if (!isSame) return "other";
  update(session, { family: now.family, identity: now.identity, isLocked: now.isLocked ?? isLocked });
  return "back";
}
