import type { SetupChange, SetupResult, SetupState } from "../contracts/setup.ts";
import { REPLUG_SENTENCE } from "../contracts/setup.states.ts";
import { MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";

/** Longest times, ms. */
export const LIMITS = {
  openingMs: 5 * SECOND_MS,
  identifyingMs: 10 * SECOND_MS,
  readingMs: 5 * SECOND_MS,
  writingMsPerValue: 3 * SECOND_MS,
  restartingMs: 20 * SECOND_MS,
  verifyingMs: 5 * SECOND_MS,
  lostMs: MINUTE_MS,
  idleMs: 10 * MINUTE_MS,
  awaitMs: 30 * SECOND_MS,
} as const;

/** Time that a family needs in addition to that of its values, such as for retries of the last one. */
const WRITING_MARGIN_MS = SECOND_MS;

export function writingLimitMs(changes: readonly SetupChange[]): number {
  return changes.length * LIMITS.writingMsPerValue + WRITING_MARGIN_MS;
}

/** States in which the session waits for a person; a running check ends when the next step begins. */
const RESTING: readonly SetupState[] = ["ready", "planned", "checking", "done", "partly", "failed"];

const FROM_RESTING: readonly SetupState[] = ["reading", "planned", "checking", "restarting", "lost", "ready"];
const ENDS: readonly SetupState[] = ["done", "partly", "failed"];

/**
 * The states that can follow each state. Writing follows only reading, which compares the device with the plan and
 * takes the snapshot; so writing can neither resume automatically after the device was unplugged nor begin without a
 * snapshot.
 */
const NEXT: Readonly<Record<SetupState, readonly SetupState[]>> = {
  opening: ["identifying", "unknown"],
  identifying: ["ready", "verifying", "unknown", "failed", "lost"],
  ready: FROM_RESTING,
  planned: FROM_RESTING,
  checking: [...FROM_RESTING, "done", "partly", "failed"],
  done: FROM_RESTING,
  partly: FROM_RESTING,
  failed: FROM_RESTING,
  reading: ["ready", "writing", ...ENDS, "lost"],
  writing: ["restarting", "verifying", ...ENDS, "lost"],
  restarting: ["verifying", "ready", ...ENDS, "lost"],
  verifying: ["ready", ...ENDS, "lost"],
  lost: ["identifying"],
  unknown: [],
};

export function canFollow(state: SetupState, next: SetupState): boolean {
  return state === next || NEXT[state].includes(next);
}

export type SetupStep = "read" | "plan" | "apply" | "restart" | "check" | "protect";

export type StepFacts = {
  readonly state: SetupState;
  /** Whether the session holds an open port. */
  readonly isOpen: boolean;
  /** Whether the port was given back for good. */
  readonly isFreed: boolean;
  readonly canSetUp: boolean;
  readonly canCheck: boolean;
  readonly canProtect: boolean;
  readonly isLocked: boolean;
  readonly hasReading: boolean;
  readonly hasPlan: boolean;
};

export type Refusal = { readonly code: string; readonly message: string };

const PORT_CLOSED = "The port is closed; look at the port again.";
const wrongState = (message: string): Refusal => ({ code: "wrong_state", message });

/** Why a step cannot begin now; undefined when it can. */
export function stepRefusal(step: SetupStep, facts: StepFacts): Refusal | undefined {
  if (!facts.canSetUp && facts.state === "ready") return wrongState("The station cannot set up this device.");
  if (facts.state === "lost" && !facts.isFreed) return wrongState("The device was unplugged; plug it in again.");
  if (facts.state === "lost") return wrongState(PORT_CLOSED);
  if (facts.state === "unknown") return wrongState("The device was not recognised; look at the port again.");
  if (!RESTING.includes(facts.state)) return wrongState(`The set-up is busy (${facts.state}); wait until it is done.`);
  if (!facts.isOpen) return wrongState(PORT_CLOSED);
  if ((step === "plan" || step === "apply") && !facts.hasReading) return wrongState("Read the settings first.");
  if (step === "apply" && !facts.hasPlan) return wrongState("There is no plan to write; make one first.");
  if (step === "check" && !facts.canCheck) return wrongState("This device has no ready-to-fly check.");
  if (step === "protect" && !facts.canProtect) return wrongState("This device cannot be locked with a key.");
  if (step === "protect" && facts.isLocked) return { code: "locked", message: "The device is locked already." };
  return undefined;
}

/** Why a typed confirmation does not permit the changes; undefined when it does. */
export function confirmationRefusal(changes: readonly SetupChange[], typed: string | undefined): Refusal | undefined {
  const asking = changes.filter(({ confirmation }) => confirmation !== null);
  const missing = asking.filter(({ confirmation }) => confirmation !== typed);
  const [first] = missing;
  if (first === undefined) return undefined;
  const texts = new Set(asking.map(({ confirmation }) => confirmation));
  const message =
    texts.size > 1
      ? `confirmation: ${asking.map(({ name }) => name).join(", ")} ask for different texts; plan them one at a time.`
      : `confirmation: changing ${missing.map(({ name }) => name).join(", ")} asks for the typed text "${first.confirmation}".`;
  return { code: "confirmation_missing", message };
}

/** The id is proved over the air only, after the end; without that it is not a failure. */
const UAS_ID = "uas_id";

/** How a session ends, by the results of its changes. */
export function endOf(results: readonly SetupResult[]): "done" | "partly" | "failed" {
  const isGood = ({ name, result }: SetupResult) => result === "verified" || (result === "unproven" && name === UAS_ID);
  if (results.every(isGood)) return "done";
  return results.some(({ result }) => result === "verified" || result === "unproven") ? "partly" : "failed";
}

/**
 * One result per change, in the order of the plan. A change that was being written at the end may have arrived: it is
 * unproven; the ones after it were not sent.
 */
export function completeResults(
  changes: readonly SetupChange[],
  known: readonly SetupResult[],
  reason: string,
): readonly SetupResult[] {
  const byName = new Map(known.map((result) => [result.name, result]));
  let isFirstMissing = true;
  return changes.map(({ name, to }) => {
    const result = byName.get(name);
    if (result !== undefined) return { ...result, wanted: to };
    const unreached = { name, wanted: to, read: null } as const;
    if (!isFirstMissing) return { ...unreached, result: "unsent", detail: reason };
    isFirstMissing = false;
    return { ...unreached, result: "unproven", detail: `Whether it arrived is not known. ${reason}` };
  });
}

export function unsentResults(changes: readonly SetupChange[], reason: string): readonly SetupResult[] {
  return changes.map(({ name, to }) => ({ name, wanted: to, read: null, result: "unsent", detail: reason }));
}

/** Values that were not read again after a restart may not have been kept. */
export function unprovenAfterRestart(results: readonly SetupResult[]): readonly SetupResult[] {
  return results.map((result) =>
    result.result === "verified"
      ? { ...result, result: "unproven", detail: "It was written, but could not be read after the restart." }
      : result,
  );
}

/** The id counts as written once a receiver of this station received it. */
export function provedByAir(results: readonly SetupResult[], uasId: string): readonly SetupResult[] {
  return results.map((result) =>
    result.name === UAS_ID && result.result === "unproven"
      ? { ...result, read: uasId, result: "verified", detail: "Received by air." }
      : result,
  );
}

export function needsRestart(changes: readonly SetupChange[], results: readonly SetupResult[]): boolean {
  const written = new Set(
    results.filter(({ result }) => result === "verified" || result === "unproven").map(({ name }) => name),
  );
  return changes.some((change) => change.needs_restart && written.has(change.name));
}

/** Whether a locked device refused everything that was signed; one accepted change shows that the key is right. */
export function isKeyRefused(results: readonly SetupResult[]): boolean {
  const has = (kind: SetupResult["result"]) => results.some(({ result }) => result === kind);
  return has("refused") && !has("verified");
}

export type SeenDevice = { readonly family: string; readonly serialNumber: string | null };

/** Whether the device that was plugged in is the one that was unplugged. Unknown values are not compared. */
export function isSameDevice(before: SeenDevice, now: SeenDevice): boolean {
  if (before.family !== now.family) return false;
  return before.serialNumber === null || now.serialNumber === null || before.serialNumber === now.serialNumber;
}

const SENTENCES: Readonly<Record<"done" | "partly" | "failed", string>> = {
  done: "Everything was written and read back.",
  partly: "Some of the changes were not written or not proved; see each of them.",
  failed: "Nothing was changed for certain; see each of the changes.",
};

/** The sentence at the end of an apply. */
export function endSentence(results: readonly SetupResult[], needsReplug: boolean): string {
  const end = endOf(results);
  const awaitsAir = results.some(({ name, result }) => name === UAS_ID && result === "unproven");
  const sentences = [
    results.length === 0 ? "The device has these settings already." : SENTENCES[end],
    ...(end === "done" && awaitsAir
      ? ["The id counts as proved if a receiver of this station receives it within 30 seconds."]
      : []),
    ...(needsReplug ? [REPLUG_SENTENCE] : []),
  ];
  return end === "done" && awaitsAir ? sentences.slice(1).join(" ") : sentences.join(" ");
}
