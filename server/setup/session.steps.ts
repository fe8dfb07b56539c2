import type { SetupError, SetupSession } from "../contracts/setup.ts";
import type { CheckRequest, ValueIssue, Wanted } from "./family.ts";
import { prepareWriting, read, write } from "./session.apply.ts";
import { check } from "./session.check.ts";
import { runRecovering } from "./session.lost.ts";
import { makePlan } from "./session.plan.ts";
import { prepareProtect, protect, protectRefusal } from "./session.protect.ts";
import { factsOf, familyOf, type Session, toWire } from "./session.record.ts";
import { confirmationRefusal, type Refusal, type SetupStep, stepRefusal } from "./session.rules.ts";
import { keepSnapshot, takeSnapshot } from "./session.snapshot.ts";
import { finish, restart } from "./session.verify.ts";

/** Why a request is refused: one of the codes of the API, with a sentence to show to the user. */
export type SetupRefusal = {
  readonly kind: "refused";
  readonly code: SetupError["code"] | "wrong_state" | "plan_outdated" | "confirmation_missing";
  readonly message: string;
};
export type StepOutcome = { readonly kind: "accepted"; readonly session: SetupSession } | SetupRefusal;
export type PlanOutcome =
  | { readonly kind: "planned"; readonly plan: NonNullable<SetupSession["plan"]> }
  | { readonly kind: "invalid"; readonly issues: readonly ValueIssue[] }
  | SetupRefusal;

export type ApplyRequest = {
  readonly hash: string;
  readonly confirmation?: string | undefined;
  readonly key?: Uint8Array | undefined;
};

const refused = ({ code, message }: Refusal): SetupRefusal => ({
  kind: "refused",
  // The rules use codes of the API only.
  code: code as SetupRefusal["code"],
  message,
});
const accepted = (session: Session): StepOutcome => ({ kind: "accepted", session: toWire(session) });

/** A check ends when another step begins. */
async function endCheck(session: Session): Promise<void> {
  if (session.record.state === "checking") await cancelStep(session);
}

/** Why a step cannot begin now; called synchronously directly before it begins, so that two never begin at once. */
function refusalOf(session: Session, step: SetupStep): SetupRefusal | undefined {
  const { record, isBusy, isEnding } = session;
  // While the session waits for an unplugged device, that is the reason.
  const refusal =
    isEnding || (isBusy && record.state !== "lost")
      ? { code: "wrong_state", message: `The set-up is busy (${record.state}); wait until it is done.` }
      : stepRefusal(step, factsOf(session));
  return refusal === undefined ? undefined : refused(refusal);
}

export async function cancelStep({ step }: Session): Promise<void> {
  if (step === null) return;
  step.abort.abort();
  await step.done;
}

export async function beginRead(session: Session): Promise<StepOutcome> {
  await endCheck(session);
  const refusal = refusalOf(session, "read");
  if (refusal !== undefined) return refusal;
  void runRecovering(session, () => read(session, familyOf(session)!));
  return accepted(session);
}

export async function beginPlan(session: Session, wanted: Wanted, key: Uint8Array | undefined): Promise<PlanOutcome> {
  await endCheck(session);
  const refusal = refusalOf(session, "plan");
  if (refusal !== undefined) return refusal;
  session.key = key ?? session.key;
  if (session.isReadingStale) {
    await runRecovering(session, () => read(session, familyOf(session)!));
    const { error } = session.record;
    if (error !== null) return refused({ code: error.code, message: error.msg });
    const busy = refusalOf(session, "plan");
    if (busy !== undefined) return busy;
  }
  const result = makePlan(session, wanted);
  // In the form of the API: without secrets.
  return result.kind === "planned" ? { kind: "planned", plan: toWire(session).plan! } : result;
}

/**
 * Accepted once the device was found unchanged since the plan and its snapshot is on disk; then the writing begins.
 * Until then nothing was written, and the caller receives the reason at once.
 */
export async function beginApply(session: Session, { hash, confirmation, key }: ApplyRequest): Promise<StepOutcome> {
  await endCheck(session);
  const refusal = refusalOf(session, "apply");
  if (refusal !== undefined) return refusal;
  const { record, deps } = session;
  const { plan, identity, isLocked } = record;
  if (plan === null || plan.hash !== hash) {
    return refused({
      code: "plan_outdated",
      message: "This is not the last plan of the set-up; look at the last one.",
    });
  }
  const unconfirmed = confirmationRefusal(plan.changes, confirmation);
  if (unconfirmed !== undefined) return refused(unconfirmed);
  const family = familyOf(session)!;
  const serialNumber = identity?.serial_number ?? null;
  const needsKey = isLocked && family.opensWithKey;
  const known = key ?? session.key ?? (needsKey && serialNumber !== null ? deps.keys.find(serialNumber) : undefined);
  if (needsKey && known === undefined && plan.changes.length > 0) {
    return refused({ code: "locked", message: "The device is locked: it takes changes only with its key." });
  }
  session.key = known;
  const { promise, resolve } = Promise.withResolvers<StepOutcome>();
  void runRecovering(session, async () => {
    try {
      const prepared = await prepareWriting(session, family, plan);
      if (prepared.kind === "refused") return resolve(refused(prepared.refusal));
      if (plan.changes.length === 0) {
        finish(session, []);
        return keepSnapshot(session);
      }
      if (!takeSnapshot(session, plan)) {
        const { code, msg } = record.error!;
        return resolve(refused({ code, message: msg }));
      }
      const writing = write(session, family, { plan, key: known });
      resolve(accepted(session));
      await writing;
    } finally {
      // Last, for callers that still wait; a promise is settled only once.
      resolve(accepted(session));
    }
  });
  return promise;
}

export async function beginRestart(session: Session): Promise<StepOutcome> {
  await endCheck(session);
  const refusal = refusalOf(session, "restart");
  if (refusal !== undefined) return refusal;
  void runRecovering(session, () => restart(session, familyOf(session)!));
  return accepted(session);
}

export async function beginCheck(session: Session, request: CheckRequest): Promise<StepOutcome> {
  await endCheck(session);
  const refusal = refusalOf(session, "check");
  if (refusal !== undefined) return refusal;
  void runRecovering(session, () => check(session, familyOf(session)!.check!, request));
  return accepted(session);
}

/** Accepted once the device was found without a lock, and its snapshot and its new key are on disk. */
export async function beginProtect(session: Session, confirmation: string | undefined): Promise<StepOutcome> {
  await endCheck(session);
  const refusal = refusalOf(session, "protect");
  if (refusal !== undefined) return refusal;
  const unconfirmed = protectRefusal(session.record.identity?.serial_number ?? null, confirmation);
  if (unconfirmed !== undefined) return refused(unconfirmed);
  const family = familyOf(session)!;
  const { promise, resolve } = Promise.withResolvers<StepOutcome>();
  void runRecovering(session, async () => {
    try {
      const prepared = await prepareProtect(session, family);
      if (prepared.kind === "refused") return resolve(refused(prepared.refusal));
      const protecting = protect(session, family, prepared.newKey);
      resolve(accepted(session));
      await protecting;
    } finally {
      resolve(accepted(session));
    }
  });
  return promise;
}
