import { DRONETAG_LOCK } from "../../../../../server/contracts/setup.file.ts";
import type { SetupChange, SetupResultKind, SetupSession, SetupState } from "../../../../../server/contracts/setup.ts";

/** The steps of the page, in their order; one is in view. */
export const SETUP_STEPS = ["find", "device", "settings", "changes", "result", "ready"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

const BUSY: ReadonlySet<SetupState> = new Set([
  "opening",
  "identifying",
  "reading",
  "writing",
  "restarting",
  "verifying",
]);

/** Whether the station is talking to the device, so that nothing else can be asked of it. */
export function isBusy({ state }: SetupSession): boolean {
  return BUSY.has(state);
}

/** Whether the station has given up the port: only opening the port again can continue. */
export function isPortFree({ state, error }: SetupSession): boolean {
  return state === "unknown" || (state === "lost" && error !== null);
}

/** Whether a written setting takes effect only when the device starts, so that a restart is needed to prove it. */
export function offersRestart({ state, results, values }: SetupSession): boolean {
  if (state === "lost" || state === "unknown") return false;
  const starting = new Set(values?.filter(({ needs_restart: needs }) => needs).map(({ name }) => name));
  return (results ?? []).some(
    ({ name, result }) => (result === "verified" || result === "unproven") && starting.has(name),
  );
}

/** The step of the page that belongs to the state of the session. Settings are read during the device step. */
export function setupStepOf(session: SetupSession | undefined): SetupStep {
  if (!session) return "find";
  if (session.state === "checking") return "ready";
  // A device that came back before anything was written is read again as well.
  if (session.state === "writing" || (session.results && ["restarting", "verifying"].includes(session.state))) {
    return "result";
  }
  if (session.state === "planned") return "changes";
  return session.results ? "result" : "device";
}

/** The steps that can be gone to without asking the device for anything. */
export function openSteps(session: SetupSession | undefined): ReadonlySet<SetupStep> {
  if (!session || session.family === null) return new Set([setupStepOf(session)]);
  return new Set([
    setupStepOf(session),
    "device" as const,
    ...(session.values ? (["settings"] as const) : []),
    ...(session.plan ? (["changes"] as const) : []),
    ...(session.results ? (["result"] as const) : []),
    ...(session.can_set_up && session.family === "arduremoteid" ? (["ready"] as const) : []),
  ]);
}

/** The colour of an outcome. */
export const OUTCOME_TONES: Readonly<Record<SetupResultKind, "accent" | "warn" | "danger">> = {
  verified: "accent",
  unproven: "warn",
  refused: "danger",
  unsent: "warn",
};

/** The serial number to type before the device is locked with a key of its own; undefined where it cannot be now. */
export function protectableSerialOf({
  state,
  values,
  identity,
  is_locked: isLocked,
}: SetupSession): string | undefined {
  const hasLock = values?.some(({ name }) => name === DRONETAG_LOCK) ?? false;
  return hasLock && !isLocked && !["lost", "unknown"].includes(state)
    ? (identity?.serial_number ?? undefined)
    : undefined;
}

/** The query for the form of a new source that reads this device. */
export function sourceQueryOf({ family, path, baud_rate: baudRate, repair_crlf: repairs }: SetupSession) {
  // Its stream has a rate of its own, whatever rate its settings were read at.
  if (family === "rider") return { add: "serial", path, protocol: "rider" } as const;
  return {
    add: family === "gnss" ? "position" : "serial",
    path,
    ...(baudRate === null ? {} : { rate: String(baudRate) }),
    ...(repairs ? { repair: "yes" } : {}),
  } as const;
}

/** The texts that have to be typed before a plan is written; the same text once. */
export function confirmationsOf(changes: readonly SetupChange[]): readonly string[] {
  return [...new Set(changes.flatMap(({ confirmation }) => confirmation ?? []))];
}

/** A value as the page writes it. */
export function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
