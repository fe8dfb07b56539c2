import type { SetupSession } from "../contracts/setup.ts";
import { resolvedPortPath } from "../serial/serial-port.path.ts";
import type { CheckRequest, Wanted } from "./family.ts";
import { SetupFailure } from "./family.ts";
import type { SessionDeps } from "./session.deps.ts";
import { recordReceivedId, type ReceivedId, stopAwaiting } from "./session.received.ts";
import { identifyFirst } from "./session.identify.ts";
import { runRecovering } from "./session.lost.ts";
import { releasePort, leasePort, openPort } from "./session.port.ts";
import { type Session, toWire } from "./session.record.ts";
import { LIMITS } from "./session.rules.ts";
import {
  type ApplyRequest,
  beginApply,
  beginCheck,
  beginPlan,
  beginProtect,
  beginRead,
  beginRestart,
  cancelStep,
  type PlanOutcome,
  type SetupRefusal,
  type StepOutcome,
} from "./session.steps.ts";

export type { SessionDeps } from "./session.deps.ts";

export type OpenRequest = {
  readonly path: string;
  readonly baudRate?: number | undefined;
  readonly repairLineEndings: boolean;
};

export type SetupSessions = {
  readonly list: () => readonly SetupSession[];
  readonly find: (id: string) => SetupSession | undefined;
  /** Opens a port; the device is identified in the background. */
  readonly open: (request: OpenRequest) => Promise<StepOutcome>;
  /** Resolves when the port is free; false when there is no such session. */
  readonly end: (id: string) => Promise<boolean>;
  /** Whether a session uses the port; a session that has released it only reports what happened to its device. */
  readonly isHeld: (path: string) => boolean;
  /** Whether a device is being written to, or is read after that. */
  readonly isWriting: () => boolean;
  /** The session when no step of it is running; also after it was ended meanwhile. */
  readonly whenIdle: (id: string) => Promise<SetupSession | undefined>;
  /** Undefined when there is no such session; the same for all following functions. */
  readonly read: (id: string) => Promise<StepOutcome | undefined>;
  readonly plan: (id: string, wanted: Wanted, key?: Uint8Array) => Promise<PlanOutcome | undefined>;
  readonly apply: (id: string, request: ApplyRequest) => Promise<StepOutcome | undefined>;
  readonly restart: (id: string) => Promise<StepOutcome | undefined>;
  readonly check: (id: string, request: CheckRequest) => Promise<StepOutcome | undefined>;
  readonly protect: (id: string, confirmation?: string) => Promise<StepOutcome | undefined>;
  readonly setPaired: (id: string, paired: NonNullable<SetupSession["paired"]>) => SetupSession | undefined;
  /** Passes an id that a receiver of this station received over the air to all sessions. */
  readonly takeReceived: (id: ReceivedId) => void;
  /** Whether any session listens; called for every received frame. */
  readonly isListening: () => boolean;
  /** Ends all sessions. */
  readonly close: () => Promise<void>;
};

const WRITING: ReadonlySet<SetupSession["state"]> = new Set(["writing", "restarting", "verifying"]);
const IDLE_SENTENCE = "The set-up was ended after 10 minutes in which nothing was asked of it; the port is free.";

/** The sessions of set-up: one per port, each ended after ten minutes without a request. */
export function createSetupSessions(deps: SessionDeps): SetupSessions {
  const sessions = new Map<string, Session>();

  /** A request that reads or changes a session prolongs it. */
  function touch(session: Session): void {
    session.cancelIdle();
    if (session.isEnding) return;
    session.cancelIdle = deps.schedule(() => {
      if (session.isBusy && session.record.state !== "checking") return touch(session);
      void endSession(session, IDLE_SENTENCE);
    }, LIMITS.idleMs);
  }

  /** `message`: why it ends, if that was not requested. */
  async function endSession(session: Session, message?: string): Promise<void> {
    session.isEnding = true;
    // The value that is being written is finished first, and the results of the others are reported.
    await cancelStep(session);
    session.isEnded = true;
    session.cancelIdle();
    stopAwaiting(session);
    await releasePort(session);
    session.key = undefined;
    // If it is ended twice at once, it is reported once.
    if (!sessions.delete(session.id)) return;
    session.record.version += 1;
    deps.onChange({ ...toWire(session), ...(message === undefined ? {} : { message }) });
  }

  const claimerOf = (session: () => Session) => (path: string) => {
    const name = resolvedPortPath(path);
    return [...sessions.values()].every(
      (other) =>
        other === session() ||
        other.isFreed ||
        ![...other.leases.keys()].map((one) => resolvedPortPath(one)).includes(name),
    );
  };

  const isHeld = (path: string) => [...sessions.values()].some((session) => holds(session, resolvedPortPath(path)));

  async function open({ path, ...request }: OpenRequest): Promise<StepOutcome> {
    const session: Session = createSession(
      { ...deps, onChange: publish },
      { path, request, claim: claimerOf(() => session) },
    );
    if (isHeld(path)) return refusedPort(path);
    sessions.set(session.id, session);
    try {
      if (!(await leasePort(session, path))) throw new SetupFailure("port_in_use", refusedPort(path).message);
      await openPort(session, path);
    } catch (error) {
      await endSession(session);
      if (!(error instanceof SetupFailure)) throw error;
      return { kind: "refused", code: error.code, message: error.message };
    }
    session.usbSerialNumber = session.link?.usbSerialNumber ?? null;
    touch(session);
    void runRecovering(session, () => identifyFirst(session));
    return { kind: "accepted", session: toWire(session) };
  }

  const publish: SessionDeps["onChange"] = (wire) => {
    const session = sessions.get(wire.id);
    // The reports of a check every second are not requests to the session.
    if (session !== undefined && session.record.state !== "checking") touch(session);
    deps.onChange(wire);
  };

  const withSession = async <T>(id: string, run: (session: Session) => Promise<T>): Promise<T | undefined> => {
    const session = sessions.get(id);
    if (session === undefined || session.isEnding) return undefined;
    touch(session);
    return run(session);
  };

  return {
    list: () => [...sessions.values()].map(toWire),
    find(id) {
      const session = sessions.get(id);
      if (session === undefined) return undefined;
      touch(session);
      return toWire(session);
    },
    open,
    isHeld,
    isWriting: () => sessions.values().some(({ record }) => WRITING.has(record.state)),
    async end(id) {
      const session = sessions.get(id);
      if (session === undefined) return false;
      await endSession(session);
      return true;
    },
    async whenIdle(id) {
      const session = sessions.get(id);
      if (session === undefined) return undefined;
      while (session.step !== null) await session.step.done;
      return toWire(session);
    },
    read: (id) => withSession(id, beginRead),
    plan: (id, wanted, key) => withSession(id, (session) => beginPlan(session, wanted, key)),
    apply: (id, request) => withSession(id, (session) => beginApply(session, request)),
    restart: (id) => withSession(id, beginRestart),
    check: (id, request) => withSession(id, (session) => beginCheck(session, request)),
    protect: (id, confirmation) => withSession(id, (session) => beginProtect(session, confirmation)),
    setPaired(id, paired) {
      const session = sessions.get(id);
      if (session === undefined) return undefined;
      session.record.paired = paired;
      const wire = toWire(session);
      publish(wire);
      return wire;
    },
    takeReceived(id) {
      for (const session of sessions.values()) recordReceivedId(session, id);
    },
    isListening: () => sessions.values().some(({ awaited }) => awaited.length > 0),
    close: async () => void (await Promise.all([...sessions.values()].map((session) => endSession(session)))),
  };
}

function refusedPort(path: string): SetupRefusal {
  return {
    kind: "refused",
    code: "port_in_use",
    message: `Another set-up is using the port ${path}; end that one first.`,
  };
}

function holds({ isFreed, record, leases }: Session, realName: string): boolean {
  return !isFreed && [record.path, ...leases.keys()].map((one) => resolvedPortPath(one)).includes(realName);
}

function createSession(
  deps: SessionDeps,
  { path, request, claim }: Pick<Session, "request" | "claim"> & { readonly path: string },
): Session {
  return {
    id: deps.newId(),
    deps,
    request,
    claim,
    record: {
      path,
      state: "opening",
      family: null,
      identity: null,
      baudRate: null,
      isLocked: false,
      message: "Opening the port.",
      error: null,
      progress: null,
      reading: null,
      plan: null,
      results: null,
      check: null,
      received: null,
      paired: null,
      snapshotId: null,
      needsReplug: false,
      version: 0,
    },
    hashKey: deps.randomBytes(32),
    link: null,
    usbSerialNumber: null,
    leases: new Map(),
    step: null,
    isBusy: false,
    isReadingStale: false,
    onUnplugged: (session) => {
      if (!session.isBusy) void runRecovering(session, async () => undefined);
    },
    isEnding: false,
    isEnded: false,
    isFreed: false,
    key: undefined,
    keyFile: null,
    savedValues: null,
    writtenUasId: null,
    awaited: [],
    cancelAwaited: () => undefined,
    cancelIdle: () => undefined,
  };
}
