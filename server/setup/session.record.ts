import type {
  SetupChange,
  SetupFamily,
  SetupIdentity,
  SetupPlan,
  SetupResult,
  SetupSession,
  SetupState,
  SetupUasId,
} from "../contracts/setup.ts";
import type { DeviceFamily, DeviceReading } from "./family.ts";
import type { IdentifyRequest } from "./identify.ts";
import type { Link } from "./link.ts";
import type { PortLease, SessionDeps } from "./session.deps.ts";
import { canFollow, type StepFacts } from "./session.rules.ts";

/** The state of a session, with real values also of secrets; `toWire` hides those. */
export type SessionRecord = {
  path: string;
  state: SetupState;
  family: SetupFamily | null;
  identity: SetupIdentity | null;
  /** Rate at which the device was recognised, bits per second. */
  baudRate: number | null;
  isLocked: boolean;
  message: string | null;
  error: SetupSession["error"];
  progress: SetupSession["progress"];
  reading: DeviceReading | null;
  plan: SetupPlan | null;
  results: readonly SetupResult[] | null;
  check: SetupSession["check"];
  received: SetupSession["received"];
  paired: SetupSession["paired"];
  snapshotId: string | null;
  /** Whether written values take effect only after the device was unplugged. */
  needsReplug: boolean;
  /** Number of its changes so far. */
  version: number;
};

/** An id that is expected over the air, and from when on it counts; Unix milliseconds. */
export type AwaitedId = { readonly uasId: string; readonly fromMs: number };

export type Session = {
  readonly id: string;
  readonly deps: SessionDeps;
  readonly request: IdentifyRequest;
  readonly record: SessionRecord;
  /** Secret of this session, so that the hash of a plan reveals nothing about its values. */
  readonly hashKey: Uint8Array;
  /** Claims a further port for this session; false when another session has it. */
  readonly claim: (path: string) => boolean;
  link: Link | null;
  /** Serial number of the USB interface, as it was when the port was first opened. */
  usbSerialNumber: string | null;
  /** By path; more than one after the device came back under another name. */
  readonly leases: Map<string, PortLease>;
  /** The running step; null while there is none. */
  step: { readonly abort: AbortController; readonly done: Promise<void> } | null;
  isBusy: boolean;
  /** Whether the device may have other values than those that were read; then a plan reads them again first. */
  isReadingStale: boolean;
  /** Called when an open port closes by itself. */
  readonly onUnplugged: (session: Session) => void;
  /** Whether it is being ended; then no step may begin. */
  isEnding: boolean;
  isEnded: boolean;
  /** Whether the port was released finally; the session then only reports its state. */
  isFreed: boolean;
  /** Key of a locked device, kept until the session ends or the device refuses it. */
  key: Uint8Array | undefined;
  /** File with the key that the device is being given; null when it is known whether the device has it. */
  keyFile: string | null;
  /** Values of the last snapshot of this session, as JSON. */
  savedValues: string | null;
  /** The Basic ID that was last sent to the device. */
  writtenUasId: SetupUasId | null;
  awaited: readonly AwaitedId[];
  cancelAwaited: () => void;
  cancelIdle: () => void;
};

export function familyOf({ deps, record }: Session): DeviceFamily | undefined {
  return record.family === null ? undefined : deps.families[record.family];
}

/** Changes the state and publishes it; throws where the next state is not allowed. */
export function update(session: Session, changes: Partial<SessionRecord>): void {
  if (session.isEnded) return;
  const { record } = session;
  if (changes.state !== undefined && !canFollow(record.state, changes.state)) {
    throw new Error(`A set-up cannot go from ${record.state} to ${changes.state}.`);
  }
  Object.assign(record, changes, { version: record.version + 1 });
  session.deps.onChange(toWire(session));
}

export function factsOf(session: Session): StepFacts {
  const { record, link } = session;
  const family = familyOf(session);
  return {
    state: record.state,
    isOpen: link !== null && !link.closed.aborted,
    isFreed: session.isFreed,
    canSetUp: family !== undefined,
    canCheck: (family?.check ?? null) !== null,
    canProtect: (family?.protect ?? null) !== null,
    isLocked: record.isLocked,
    hasReading: record.reading !== null,
    hasPlan: record.plan !== null,
  };
}

/** Families that can become a source, whatever else can be done with them. */
const SOURCES: readonly SetupFamily[] = ["rider", "dronescout_bridge", "gnss"];

export function toWire(session: Session): SetupSession {
  const { id, record } = session;
  const secrets = new Set(record.reading?.values.filter((value) => value.is_secret).map(({ name }) => name));
  return {
    id,
    path: record.path,
    state: record.state,
    family: record.family,
    identity: record.identity,
    registration_serial: registrationSerialOf(session),
    can_set_up: familyOf(session) !== undefined,
    can_be_source: record.family !== null && SOURCES.includes(record.family),
    baud_rate: record.baudRate,
    repair_crlf: session.request.repairLineEndings,
    is_locked: record.isLocked,
    opens_with_key: familyOf(session)?.opensWithKey ?? false,
    message: record.message,
    error: record.error,
    progress: record.progress,
    values:
      record.reading?.values.map((value) => (value.is_secret ? { ...value, value: null, default: null } : value)) ??
      null,
    plan: record.plan === null ? null : withoutSecrets(record.plan, secrets),
    results:
      record.results?.map((result) => (secrets.has(result.name) ? { ...result, wanted: null, read: null } : result)) ??
      null,
    check: record.check,
    received: record.received,
    paired: record.paired,
    snapshot_id: record.snapshotId,
    needs_replug: record.needsReplug,
    is_ended: session.isEnded,
    version: record.version,
  };
}

const SERIAL_NUMBER_TYPE = 1;

function registrationSerialOf({ record, writtenUasId }: Session): string | null {
  const written = writtenUasId?.id_type === SERIAL_NUMBER_TYPE ? writtenUasId.id : null;
  return record.identity?.serial_number ?? written;
}

function withoutSecrets(plan: SetupPlan, secrets: ReadonlySet<string>): SetupPlan {
  const hidden = (change: SetupChange) => (secrets.has(change.name) ? { ...change, from: null, to: null } : change);
  return { ...plan, changes: plan.changes.map(hidden) };
}
