import { SECOND_MS } from "../kernel/clock.ts";
import { type DeviceFamily, type DeviceReading, SetupFailure } from "./family.ts";
import { readAll } from "./session.apply.ts";
import { type Session, update } from "./session.record.ts";
import type { Refusal } from "./session.rules.ts";
import { keepSnapshot, takeSnapshot } from "./session.snapshot.ts";
import { type Limited, runLimited } from "./session.step.ts";
import { readDeviceAgain } from "./session.verify.ts";

const KEY_BYTES = 32;
const PROTECTING_MS = 30 * SECOND_MS;

/** Why the typed confirmation is wrong: it must be the serial number of the device. */
export function protectRefusal(serialNumber: string | null, typed: string | undefined): Refusal | undefined {
  if (serialNumber === null) {
    return { code: "wrong_state", message: "The device tells no serial number, so its key could not be kept for it." };
  }
  if (typed === serialNumber) return undefined;
  return {
    code: "confirmation_missing",
    message: `confirmation: a new key is made, kept in a file of this station, and given to the device. From then on nobody changes its settings without that key, the maker included; who loses it cannot set the device up again. Type the serial number "${serialNumber}" to do it.`,
  };
}

const keptIn = (file: string) => `The key is in ${file}; keep a copy of that file in another place.`;

/**
 * The warning about a device that may have received its key, and may or may not be locked; empty where no key was sent.
 */
export function possiblyLockedWarning({ keyFile }: Pick<Session, "keyFile">): string {
  return keyFile === null ? "" : ` Perhaps it is locked already. ${keptIn(keyFile)}`;
}

type NewKey = { readonly key: Uint8Array; readonly file: string };
export type PreparedProtect =
  | { readonly kind: "prepared"; readonly newKey: NewKey }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/**
 * Before anything is sent to the device: checks that it is unlocked, and stores its settings and its new key on disk.
 */
export async function prepareProtect(session: Session, family: DeviceFamily): Promise<PreparedProtect> {
  const reading = await readAll(session, family, "Reading once more before anything is written.");
  if (reading instanceof SetupFailure) {
    return { kind: "refused", refusal: { code: reading.code, message: reading.message } };
  }
  const { isLocked } = reading;
  update(session, { reading, plan: null, isLocked, progress: null });
  // The stored key may be this device's: it must not be replaced.
  if (isLocked) {
    const message = "The device is locked already. Open it with its key first: set settings/lock to false.";
    return { kind: "refused", refusal: fail(session, "locked", message) };
  }
  if (takeSnapshot(session, null)) {
    const key = session.deps.randomBytes(KEY_BYTES);
    const file = saveKey(session, key);
    if (file !== undefined) return { kind: "prepared", newKey: { key, file } };
  }
  const { code, msg } = session.record.error!;
  return { kind: "refused", refusal: { code, message: msg } };
}

function fail(session: Session, code: string, message: string): Refusal {
  update(session, { state: "failed", message, error: { code, msg: message } });
  return { code, message };
}

type Protect = NonNullable<DeviceFamily["protect"]>;

/** Locks the device with a new key, which is on disk before the device gets it. */
export async function protect(session: Session, family: DeviceFamily, { key, file }: NewKey): Promise<void> {
  session.key = key;
  session.keyFile = file;
  session.isReadingStale = true;
  update(session, { state: "writing", results: null, message: "Giving the device its key. Leave it plugged in." });
  const outcome = await giveKey(session, family, key);
  if (outcome.kind === "ok") {
    const { results, reading } = outcome.value;
    session.keyFile = null;
    session.isReadingStale = false;
    const message = `The device is locked. ${keptIn(file)}`;
    update(session, { state: "done", reading, isLocked: true, results, message });
    return keepSnapshot(session);
  }
  const { code, message } = outcome.failure;
  // When it is plugged in again it is read, and the file is reported then.
  if (code === "lost") return;
  const msg = `${message}${possiblyLockedWarning(session)}`;
  session.keyFile = null;
  fail(session, code, msg);
}

/**
 * Returns the path of the file with the key; undefined where it could not be stored, which the session then reports.
 */
function saveKey(session: Session, key: Uint8Array): string | undefined {
  const { deps, record } = session;
  const { identity } = record;
  const serialNumber = identity?.serial_number ?? null;
  if (identity === null || serialNumber === null) throw new Error("A key is kept by the serial number of its device.");
  try {
    return deps.keys.save(serialNumber, identity, key);
  } catch (error) {
    deps.log.error({ sessionId: session.id, err: error }, "the key of a device could not be stored");
    fail(session, "disk_full", "The key could not be stored; nothing was written.");
    return undefined;
  }
}

type Given = { readonly results: Awaited<ReturnType<Protect>>; readonly reading: DeviceReading };

function giveKey(session: Session, { protect: run, read }: DeviceFamily, key: Uint8Array): Promise<Limited<Given>> {
  if (run === null) throw new Error("This family has no lock.");
  return runLimited(
    session,
    { limitMs: PROTECTING_MS, timedOut: "The device did not prove within 30 seconds that it is locked." },
    async (device) => {
      const results = await run(device, key);
      const reading = await read(device, () => undefined);
      if (!reading.isLocked) throw new SetupFailure("unsupported", "The device did not keep the lock.");
      return { results, reading };
    },
  );
}

/**
 * The device was unplugged while the key was sent, and is plugged in again: only its settings show whether it is
 * locked.
 */
export async function readAfterProtect(session: Session, family: DeviceFamily): Promise<void> {
  const { keyFile: file } = session;
  if (file === null) return;
  const outcome = await readDeviceAgain(session, family, null);
  if (outcome.kind === "failed") {
    const { code, message } = outcome.failure;
    if (code === "lost") return;
    fail(session, code, `${message}${possiblyLockedWarning(session)}`);
    session.keyFile = null;
    return;
  }
  const { value: reading } = outcome;
  const { isLocked } = reading;
  session.keyFile = null;
  if (!isLocked) session.key = undefined;
  const end = isLocked ? `The device is locked. ${keptIn(file)}` : "It is not locked; protect it once more.";
  const message = `The device was unplugged while it was given its key. ${end}`;
  update(session, { state: "ready", reading, isLocked, progress: null, error: null, message });
}
