import type { SetupSession } from "../../contracts/setup.ts";
import { type Schedule, SECOND_MS } from "../../kernel/clock.ts";
import { pause } from "../../kernel/pause.ts";
import { batchEndOf, type BatchEnd, planObstacle, setObstacle } from "./batch.rules.ts";
import type { Caller, RecordStep, SetupSessions, StepOutcome } from "./setup.deps.ts";
import type { WantedOutcome } from "./setup.rules.ts";

export type SetUpDeps = {
  readonly sessions: SetupSessions;
  readonly schedule: Schedule;
  readonly recordStep: RecordStep;
};

/** The settings that a device is to get, as soon as it is identified. */
export type WantedOf = (session: SetupSession) => WantedOutcome;

type Request = {
  readonly path: string;
  readonly wantedOf: WantedOf;
  readonly caller: Caller;
  /** Aborts when the batch is ended; the sessions are ended by the caller. */
  readonly signal: AbortSignal;
  readonly onSession: (session: SetupSession) => void;
};

/** Directly after a device was plugged in, the system may not allow opening its port yet. */
const OPEN_TRIES = 4;
const OPEN_PAUSE_MS = SECOND_MS;
const PASSING: readonly string[] = ["no_permission", "no_such_port", "port_in_use"];

/** A device that was unplugged while it was read comes back without its values. */
const READ_TRIES = 2;

const ENDED: BatchEnd = { state: "failed", detail: "The batch was ended before anything was written." };
const failed = (detail: string): BatchEnd => ({ state: "failed", detail });

/** Sets up the device at a port in a separate session, which stays open; resolves with how that ended. */
export async function setUpDevice(deps: SetUpDeps, request: Request): Promise<BatchEnd> {
  const { sessions, recordStep } = deps;
  const { signal, onSession } = request;
  const opened = await openPatiently(deps, request);
  if (opened.kind === "refused") return failed(opened.message);
  const { id } = opened.session;
  onSession(opened.session);
  const whenIdle = async (): Promise<SetupSession | undefined> => {
    const session = await sessions.whenIdle(id);
    if (session !== undefined) onSession(session);
    return session;
  };

  const identified = await whenIdle();
  if (identified === undefined || signal.aborted) return ENDED;
  if (identified.state !== "ready" || !identified.can_set_up) return batchEndOf(identified);

  const { read, values, end } = await readValues(sessions, { id, signal, whenIdle });
  if (end !== undefined) return end;

  const wanted = request.wantedOf(read);
  if (wanted.kind === "invalid") return failed(wanted.message);
  const foreign = setObstacle(wanted.wanted.values, values);
  if (foreign !== undefined) return failed(foreign);
  const planned = await sessions.plan(id, wanted.wanted);
  if (planned === undefined || signal.aborted) return ENDED;
  if (planned.kind === "refused") return failed(planned.message);
  if (planned.kind === "invalid") {
    return failed(planned.issues.map(({ field, message }) => `${field}: ${message}`).join("; "));
  }
  const { hash, changes, warnings } = planned.plan;
  const obstacle = planObstacle(planned.plan);
  if (obstacle !== undefined) return failed(obstacle);

  const applied = await sessions.apply(id, { hash });
  if (applied === undefined) return ENDED;
  if (applied.kind === "refused") return failed(applied.message);
  if (changes.length > 0) {
    const settings = changes.map(({ name }) => name).join(", ");
    recordStep("device_settings_written", request.caller, applied.session, { settings });
  }
  const written = await whenIdle();
  if (written === undefined) return failed("It is not known what became of it; read the device again.");
  const { state, detail } = batchEndOf(written);
  return { state, detail: [detail, ...warnings].filter((text) => text !== null).join(" ") || null };
}

type Reading =
  | { readonly read: SetupSession; readonly values: NonNullable<SetupSession["values"]>; readonly end?: undefined }
  | { readonly read?: undefined; readonly values?: undefined; readonly end: BatchEnd };

async function readValues(
  sessions: SetupSessions,
  {
    id,
    signal,
    whenIdle,
  }: Pick<Request, "signal"> & {
    readonly id: string;
    readonly whenIdle: () => Promise<SetupSession | undefined>;
  },
): Promise<Reading> {
  for (let tried = 0; tried < READ_TRIES; tried += 1) {
    const reading = await sessions.read(id);
    if (reading?.kind === "refused") return { end: failed(reading.message) };
    const read = await whenIdle();
    if (read === undefined || signal.aborted) return { end: ENDED };
    if (read.error !== null) return { end: failed(read.error.msg) };
    if (read.values !== null) return { read, values: read.values };
  }
  return { end: failed("The device was unplugged while it was read.") };
}

async function openPatiently({ sessions, schedule }: SetUpDeps, { path, signal }: Request): Promise<StepOutcome> {
  for (let tried = 1; ; tried += 1) {
    const outcome = await sessions.open({ path, repairLineEndings: false });
    const isPassing = outcome.kind === "refused" && PASSING.includes(outcome.code);
    if (!isPassing || tried >= OPEN_TRIES || signal.aborted) return outcome;
    await pause(schedule, OPEN_PAUSE_MS, signal);
  }
}
