import type { SetupPlan } from "../contracts/setup.ts";
import { type Session, update } from "./session.record.ts";
import { unsentResults } from "./session.rules.ts";

/** Takes a snapshot and returns whether it is on disk; without one nothing is written, and all results state that. */
export function takeSnapshot(session: Session, plan: SetupPlan | null): boolean {
  const { deps, record } = session;
  try {
    const snapshotId = save(session, valuesOf(session));
    // The first snapshot of a session is the one that restores the device as it was plugged in.
    update(session, { snapshotId: record.snapshotId ?? snapshotId });
    return true;
  } catch (error) {
    deps.log.error({ sessionId: session.id, err: error }, "a snapshot of a device could not be stored");
    const msg = "The snapshot could not be stored, perhaps because the disk is full; nothing was written.";
    const results = plan === null ? null : unsentResults(plan.changes, msg);
    update(session, { state: "failed", plan: null, results, message: msg, error: { code: "disk_full", msg } });
    return false;
  }
}

/**
 * Stores the settings after a set-up, with which the list of devices compares. If that fails, what was written stays
 * written.
 */
export function keepSnapshot(session: Session): void {
  const values = valuesOf(session);
  if (JSON.stringify(values) === session.savedValues) return;
  try {
    save(session, values);
  } catch (error) {
    session.deps.log.error({ sessionId: session.id, err: error }, "a snapshot after a set-up could not be stored");
  }
}

type Values = Readonly<Record<string, unknown>>;

/** The read values, without secrets; a value that could not be read reliably cannot be restored. */
function valuesOf({ record: { reading } }: Session): Values {
  if (reading === null) throw new Error("A snapshot needs what was read.");
  return Object.fromEntries(
    reading.values.filter((value) => !value.is_secret && value.value !== null).map(({ name, value }) => [name, value]),
  );
}

function save(session: Session, values: Values): string {
  const { deps, record } = session;
  const { family, identity } = record;
  if (family === null) throw new Error("A snapshot needs a device that was recognised.");
  const id = deps.saveSnapshot({
    serialNumber: identity?.serial_number ?? null,
    family,
    product: identity?.product ?? null,
    firmware: identity?.firmware ?? null,
    values,
  });
  session.savedValues = JSON.stringify(values);
  return id;
}
