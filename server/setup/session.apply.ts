import type { SetupPlan, SetupResult } from "../contracts/setup.ts";
import { type DeviceFamily, type DeviceReading, SetupFailure } from "./family.ts";
import { awaitIds, stopAwaiting } from "./session.received.ts";
import { hashOf } from "./session.plan.ts";
import { type Session, update } from "./session.record.ts";
import {
  completeResults,
  isKeyRefused,
  LIMITS,
  needsRestart,
  type Refusal,
  unsentResults,
  writingLimitMs,
} from "./session.rules.ts";
import { runLimited } from "./session.step.ts";
import { finish, readAndFinish, restart } from "./session.verify.ts";

/** Reads all settings; undefined where that failed, which the session then reports. */
export async function readAll(
  session: Session,
  family: DeviceFamily,
  message: string,
): Promise<DeviceReading | SetupFailure> {
  update(session, { state: "reading", message, error: null, check: null, progress: null });
  const outcome = await runLimited(
    session,
    { limitMs: LIMITS.readingMs, timedOut: "The device did not tell all its settings within 5 seconds." },
    (device) =>
      family.read(device, (done, total) => update(session, { progress: { done, total: Math.max(done, total) } })),
  );
  if (outcome.kind === "ok") {
    session.isReadingStale = false;
    return outcome.value;
  }
  const { code, message: msg } = outcome.failure;
  if (code !== "lost") update(session, { state: "failed", progress: null, message: msg, error: { code, msg } });
  return outcome.failure;
}

export async function read(session: Session, family: DeviceFamily): Promise<void> {
  const reading = await readAll(session, family, "Reading the settings.");
  if (reading instanceof SetupFailure) return;
  const count = reading.values.length;
  const message = count === 1 ? "1 setting was read." : `${count} settings were read.`;
  update(session, { state: "ready", reading, plan: null, isLocked: reading.isLocked, progress: null, message });
}

export type Prepared = { readonly kind: "prepared" } | { readonly kind: "refused"; readonly refusal: Refusal };

/** Before anything is written: checks that the device is as it was when planned, and stores a snapshot of it. */
export async function prepareWriting(session: Session, family: DeviceFamily, plan: SetupPlan): Promise<Prepared> {
  const reading = await readAll(session, family, "Reading once more before anything is written.");
  if (reading instanceof SetupFailure) {
    return { kind: "refused", refusal: { code: reading.code, message: reading.message } };
  }
  if (hashOf(session, reading, plan.changes) !== plan.hash) {
    const message = "The device differs from what was planned upon; look at the differences again.";
    update(session, { state: "ready", reading, plan: null, isLocked: reading.isLocked, progress: null, message });
    return { kind: "refused", refusal: { code: "plan_outdated", message } };
  }
  update(session, { reading, progress: null, results: null, received: null });
  return { kind: "prepared" };
}

/** Writes the plan after its snapshot was taken, restarts where that is needed, and proves the result. */
export async function write(
  session: Session,
  family: DeviceFamily,
  { plan, key }: { readonly plan: SetupPlan; readonly key: Uint8Array | undefined },
): Promise<void> {
  const { changes } = plan;
  if (session.step?.abort.signal.aborted === true) {
    const msg = "It was ended before anything was written.";
    return finish(session, unsentResults(changes, msg));
  }
  const uasIdChange = changes.find(({ name }) => name === "uas_id");
  stopAwaiting(session);
  if (uasIdChange !== undefined) session.writtenUasId = uasIdChange.to as Session["writtenUasId"];
  session.isReadingStale = true;
  const known = new Map<string, SetupResult>();
  update(session, {
    state: "writing",
    plan: null,
    results: [],
    progress: { done: 0, total: changes.length },
    message: "Writing. Leave the device plugged in.",
  });
  let isOver = false;
  const onResult = (result: SetupResult) => {
    // Results that arrive after the end of the wait are ignored.
    if (isOver || !changes.some(({ name }) => name === result.name)) return;
    // A family may report a change again with another result.
    known.set(result.name, result);
    if (result.name === "uas_id" && session.writtenUasId !== null) awaitIds(session, [session.writtenUasId.id]);
    update(session, { results: [...known.values()], progress: { done: known.size, total: changes.length } });
  };
  const outcome = await runLimited(
    session,
    { limitMs: writingLimitMs(changes), timedOut: "Writing took too long and was ended." },
    (device) => family.write(device, { changes, key, onResult }),
  );
  isOver = true;
  const reason = outcome.kind === "failed" ? outcome.failure.message : "Writing ended before.";
  const results = completeResults(changes, outcome.value ?? [...known.values()], reason);
  update(session, { results, progress: null });
  // A key that the device refused is not tried again instead of the one that the station keeps.
  if (session.record.isLocked && isKeyRefused(results)) session.key = undefined;
  if (outcome.kind === "failed") {
    const { code, message: msg } = outcome.failure;
    if (code !== "lost") finish(session, results, { error: { code, msg } });
    return;
  }
  if (needsRestart(changes, results)) return restart(session, family);
  await readAndFinish(session, family, results);
}
