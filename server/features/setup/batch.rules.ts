import type { SetupBatchDevice, SetupBatchDeviceState } from "../../contracts/setup-batch.ts";
import type { SetupPlan, SetupSession, SetupState } from "../../contracts/setup.ts";
import { REPLUG_SENTENCE } from "../../contracts/setup.states.ts";

/**
 * Decides which ports a batch uses: each once, until it was absent. Ports that are present at the start are ignored.
 */
export function createPortWatch(atStart: readonly string[]) {
  const taken = new Set(atStart);
  return {
    /** The ports that are new since the last call. */
    look(present: readonly string[]): readonly string[] {
      for (const path of taken) if (!present.includes(path)) taken.delete(path);
      const fresh = present.filter((path) => !taken.has(path));
      for (const path of fresh) taken.add(path);
      return fresh;
    },
    /** Call when the device was unplugged, though the port is still present, or was present again too quickly. */
    forget: (path: string): void => void taken.delete(path),
    /** Call when the device at the port is known: it is not new. */
    take: (path: string): void => void taken.add(path),
  };
}

export type BatchPort = { readonly path: string; readonly serial_number: string | null };

/** Identifies the device at a port: another device at the same port is a new one. */
export function keyOfPort({ path, serial_number: serialNumber }: BatchPort): string {
  return JSON.stringify([path, serialNumber]);
}

/**
 * Whether a port that appeared belongs to a device in progress, which restarted or was unplugged and is plugged in
 * again.
 */
export function isOfDeviceInProgress(
  port: BatchPort,
  underWay: readonly BatchPort[],
  present: readonly BatchPort[],
): boolean {
  return underWay.some(
    ({ path, serial_number: serialNumber }) =>
      path === port.path ||
      (serialNumber !== null &&
        serialNumber === port.serial_number &&
        !present.some((other) => other.path === path && other.serial_number === serialNumber)),
  );
}

/** Why a plan cannot be written in a batch; undefined when it can. */
export function planObstacle({ changes }: SetupPlan): string | undefined {
  const dangerous = changes.filter(({ confirmation }) => confirmation !== null).map(({ name }) => name);
  if (dangerous.length === 0) return undefined;
  return `${dangerous.join(", ")}: this asks for a text typed for each device; a batch does not do it.`;
}

/** Why a configuration set is not for a device: it has none of the set's settings; undefined when it has some. */
export function setObstacle(
  set: Readonly<Record<string, unknown>>,
  values: readonly { readonly name: string }[],
): string | undefined {
  if (values.some(({ name }) => Object.hasOwn(set, name))) return undefined;
  return "The device has none of the settings of the configuration set; nothing was written.";
}

const STATES: Readonly<Record<SetupState, SetupBatchDeviceState>> = {
  opening: "waiting",
  identifying: "identifying",
  // Between two steps of a batch no person is waited for.
  ready: "reading",
  planned: "reading",
  checking: "reading",
  reading: "reading",
  writing: "writing",
  restarting: "restarting",
  verifying: "verifying",
  lost: "lost",
  done: "done",
  partly: "partly",
  failed: "failed",
  unknown: "not_recognised",
};

export type BatchEnd = Pick<SetupBatchDevice, "state" | "detail">;

/** The result of a session, when nothing more is done with its device. */
export function batchEndOf({
  state,
  can_set_up: canSetUp,
  results,
  error,
  message,
  needs_replug: needsReplug,
}: SetupSession): {
  readonly state: "done" | "partly" | "failed" | "not_recognised" | "not_possible";
  readonly detail: string | null;
} {
  const unproved = (results ?? []).filter(({ result }) => result !== "verified");
  const unprovedText = unproved
    .map(({ name, result, detail }) => `${name} ${result}${detail === null ? "" : `: ${detail}`}`)
    .join("; ");
  const end =
    state === "done" || state === "partly"
      ? state
      : state === "unknown"
        ? "not_recognised"
        : canSetUp
          ? "failed"
          : "not_possible";
  const missing = unproved.length > 0 ? unprovedText : state === "done" ? null : (error?.msg ?? message);
  const isWritten = end === "done" || end === "partly";
  const detail = [needsReplug && isWritten ? REPLUG_SENTENCE : null, missing].filter((text) => text !== null).join(" ");
  return { state: end, detail: detail === "" ? null : detail };
}

/** A device in progress, in the form of the list. */
export function batchDeviceOf(
  { time, path }: Pick<SetupBatchDevice, "time" | "path">,
  session: SetupSession | null,
): SetupBatchDevice {
  const results = session?.results ?? [];
  const writing = session?.state === "writing" ? session.progress : null;
  return {
    time,
    serial_number: session?.identity?.serial_number ?? null,
    product: session?.identity?.product ?? session?.family ?? null,
    firmware: session?.identity?.firmware ?? null,
    path: session?.path ?? path,
    state: session === null ? "waiting" : STATES[session.state],
    verified: results.filter(({ result }) => result === "verified").length,
    of: writing?.total ?? results.length,
    detail: session?.state === "lost" ? session.message : null,
  };
}
