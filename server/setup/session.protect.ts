import { SECOND_MS } from "../kernel/clock.ts";
import { type DeviceFamily, SetupFailure } from "./family.ts";
import { readAll, takeSnapshot } from "./session.apply.ts";
import { type Session, update } from "./session.record.ts";
import type { Refusal } from "./session.rules.ts";
import { runLimited } from "./session.step.ts";

const KEY_BYTES = 32;
const PROTECTING_MS = 30 * SECOND_MS;

/** What has to be typed: the serial number of the device. */
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

/** Locks the device with a new key, which is on disk before the device gets it. */
export async function protect(
  session: Session,
  family: DeviceFamily,
  run: NonNullable<DeviceFamily["protect"]>,
): Promise<void> {
  const reading = await readAll(session, family, "Reading once more before anything is written.");
  if (reading instanceof SetupFailure) return;
  update(session, { reading, plan: null, progress: null });
  if (!takeSnapshot(session, null)) return;
  const { deps, record } = session;
  const key = deps.randomBytes(KEY_BYTES);
  const { identity } = record;
  const serialNumber = identity?.serial_number ?? null;
  if (identity === null || serialNumber === null) throw new Error("A key is kept by the serial number of its device.");
  let file: string;
  try {
    file = deps.keys.save(serialNumber, identity, key);
  } catch (error) {
    deps.log.error({ sessionId: session.id, err: error }, "the key of a device could not be stored");
    const msg = "The key could not be stored; nothing was written.";
    return update(session, { state: "failed", message: msg, error: { code: "disk_full", msg } });
  }
  session.key = key;
  update(session, { state: "writing", results: null, message: "Giving the device its key. Leave it plugged in." });
  const outcome = await runLimited(
    session,
    { limitMs: PROTECTING_MS, timedOut: "The device did not prove within 30 seconds that it is locked." },
    async (device) => {
      const results = await run(device, key);
      const after = await family.read(device, () => undefined);
      if (!after.isLocked) throw new SetupFailure("unsupported", "The device did not keep the lock.");
      return { results, reading: after };
    },
  );
  const kept = `The key is in ${file}; keep a copy of that file in another place.`;
  if (outcome.kind === "ok") {
    const { results, reading: now } = outcome.value;
    return update(session, {
      state: "done",
      reading: now,
      isLocked: true,
      results,
      message: `The device is locked. ${kept}`,
    });
  }
  const { code, message } = outcome.failure;
  if (code === "lost") return;
  const msg = `${message} Perhaps it is locked already. ${kept}`;
  update(session, { state: "failed", message: msg, error: { code, msg } });
}
