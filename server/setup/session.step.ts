import { SECOND_MS } from "../kernel/clock.ts";
import { type Device, SetupFailure } from "./family.ts";
import { LinkFailure } from "./link.ts";
import { type Session, update } from "./session.record.ts";
import { canFollow } from "./session.rules.ts";

/** How long a step may take to finish the present value after it was told to end. */
const FINISHING_MS = 4 * SECOND_MS;

export type Limited<T> =
  | { readonly kind: "ok"; readonly value: T }
  /** `value`: the result that the step returned nevertheless. */
  | { readonly kind: "failed"; readonly failure: SetupFailure; readonly value?: T };

export type Limit = { readonly limitMs: number | null; readonly timedOut: string };

/**
 * Runs a family's work with the device until it ends, the time is over, the device is unplugged or the step is
 * cancelled. After that, a family that does not end is waited for only as long as one value takes.
 */
export async function runLimited<T>(
  session: Session,
  { limitMs, timedOut }: Limit,
  run: (device: Device) => Promise<T>,
): Promise<Limited<T>> {
  const { link, deps, step } = session;
  if (link === null) return { kind: "failed", failure: unplugged() };
  const abort = new AbortController();
  const fail = (failure: SetupFailure) => abort.abort(failure);
  const onUnplugged = () => fail(unplugged());
  const onCancelled = () => fail(new SetupFailure("device_timeout", "The step was cancelled."));
  const cancelLimit =
    limitMs === null
      ? () => undefined
      : deps.schedule(() => fail(new SetupFailure("device_timeout", timedOut)), limitMs);
  link.closed.addEventListener("abort", onUnplugged, { once: true });
  step?.abort.signal.addEventListener("abort", onCancelled, { once: true });
  if (link.closed.aborted) onUnplugged();
  if (step?.abort.signal.aborted === true) onCancelled();
  let cancelFinishing: () => void = () => undefined;
  const overdue = new Promise<never>((_, reject) => {
    abort.signal.addEventListener(
      "abort",
      () => void (cancelFinishing = deps.schedule(() => reject(abort.signal.reason as SetupFailure), FINISHING_MS)),
      { once: true },
    );
  });
  overdue.catch(() => undefined);
  try {
    if (abort.signal.aborted) return { kind: "failed", failure: abort.signal.reason as SetupFailure };
    const device: Device = { link, now: deps.now, schedule: deps.schedule, signal: abort.signal };
    const value = await Promise.race([run(device), overdue]);
    if (!abort.signal.aborted) return { kind: "ok", value };
    return { kind: "failed", failure: abort.signal.reason as SetupFailure, value };
  } catch (error) {
    const failure = abort.signal.aborted ? (abort.signal.reason as SetupFailure) : failureOf(session, error);
    return { kind: "failed", failure };
  } finally {
    cancelLimit();
    cancelFinishing();
    link.closed.removeEventListener("abort", onUnplugged);
    step?.abort.signal.removeEventListener("abort", onCancelled);
  }
}

const unplugged = () => new SetupFailure("lost", "The device was unplugged.");

/** The failure of a step, as a sentence; unexpected errors are logged. */
export function failureOf({ id, deps }: Pick<Session, "id" | "deps">, error: unknown): SetupFailure {
  if (error instanceof SetupFailure) return error;
  if (error instanceof LinkFailure) return new SetupFailure(error.code, error.message, { cause: error });
  deps.log.error({ sessionId: id, err: error }, "a step of a set-up failed unexpectedly");
  return new SetupFailure(
    "device_garbled",
    "The step failed for a reason that nobody expected; the station's log has it.",
    {
      cause: error,
    },
  );
}

/** Resolves after that time; earlier when the step is cancelled or the session ends. */
export function wait(session: Session, delayMs: number): Promise<void> {
  const signal = session.step?.abort.signal;
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const finish = () => {
      cancel();
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const cancel = session.deps.schedule(finish, delayMs);
    signal?.addEventListener("abort", finish, { once: true });
  });
}

/** Runs a step in the background: the session is busy until it ends, and no error is thrown. */
export function runStep(session: Session, run: () => Promise<void>): Promise<void> {
  session.isBusy = true;
  const abort = new AbortController();
  const { promise: done, resolve } = Promise.withResolvers<void>();
  session.step = { abort, done };
  const finished = run()
    .catch((error: unknown) => {
      const { code, message } = failureOf(session, error);
      // After such a failure the session must not remain in a state that seems busy.
      const state = canFollow(session.record.state, "failed") ? "failed" : session.record.state;
      update(session, { state, progress: null, message, error: { code, msg: message } });
    })
    .finally(() => {
      session.isBusy = false;
      session.step = null;
      resolve();
    });
  return finished;
}
