import type { SetupPlan, SetupSession, SetupState } from "../../server/contracts/setup.ts";
import type { Log } from "../../server/kernel/log.ts";
import { setupFamilies, setupIdentify } from "../../server/setup/families.ts";
import type { Wanted } from "../../server/setup/family.ts";
import type { NewSnapshot } from "../../server/setup/session.deps.ts";
import { createSetupSessions } from "../../server/setup/setup-sessions.ts";
import { createArduRemoteId, type ArduRemoteIdOptions } from "../support/simulators/arduremoteid.simulator.ts";
import { createSimulatedBench, type PlugOptions } from "../support/simulators/simulated-bench.ts";
import { createVirtualTime } from "../support/simulators/virtual-time.ts";

export const PATH = "/dev/ttyACM0";

const BUSY: readonly SetupState[] = ["opening", "identifying", "reading", "writing", "restarting", "verifying"];

/**
 * Sessions over a bench of simulated devices, in a time that passes only while the test waits. `changes` has each state of
 * a session where they are noted.
 */
export function setUpBench(options: { readonly notesChanges?: boolean } = {}) {
  const time = createVirtualTime();
  const bench = createSimulatedBench(time);
  const snapshots: NewSnapshot[] = [];
  const changes: SetupSession[] = [];
  const leased = new Map<string, number>();
  const keys = new Map<string, Uint8Array>();
  const logged: unknown[] = [];
  const listeners = new Set<() => void>();
  /** Faults in the surroundings of the session. */
  const faults = { isDiskFull: false, isPortStuck: false };
  let count = 0;
  let drawn = 0;
  const sessions = createSetupSessions({
    openLink: (request) => (faults.isPortStuck ? new Promise(() => undefined) : bench.openLink(request)),
    listPorts: bench.listPorts,
    identify: setupIdentify(),
    families: setupFamilies({ allowPermanentLock: true }),
    async leasePort(path) {
      leased.set(path, (leased.get(path) ?? 0) + 1);
      return { release: () => void leased.set(path, leased.get(path)! - 1) };
    },
    saveSnapshot(snapshot) {
      if (faults.isDiskFull) throw new Error("database or disk is full");
      snapshots.push(snapshot);
      return `snapshot-${snapshots.length}`;
    },
    keys: {
      find: (serialNumber) => keys.get(serialNumber),
      save(serialNumber, _identity, key) {
        keys.set(serialNumber, key);
        return `${serialNumber}.txt`;
      },
    },
    randomBytes(length) {
      drawn += 1;
      return new Uint8Array(length).map((_, at) => (at * 7 + drawn) % 256);
    },
    newId: () => `session-${(count += 1)}`,
    now: time.now,
    schedule: time.schedule,
    onChange(session) {
      if (options.notesChanges === true) changes.push(structuredClone(session));
      for (const listener of listeners) listener();
    },
    log: logInto(logged),
  });

  /** The session once it is so. */
  function when(id: string, isSo: (session: SetupSession) => boolean): Promise<SetupSession> {
    return time.until(
      new Promise((resolve) => {
        const look = () => {
          const session = sessions.list().find((one) => one.id === id);
          if (session === undefined || !isSo(session)) return;
          listeners.delete(look);
          resolve(session);
        };
        listeners.add(look);
        look();
      }),
    );
  }

  const rest = (id: string) =>
    when(id, ({ state, error }) => !BUSY.includes(state) && (state !== "lost" || error !== null));

  async function open(path = PATH, repairLineEndings = false): Promise<SetupSession> {
    const outcome = await time.until(sessions.open({ path, repairLineEndings }));
    if (outcome.kind === "refused") throw new Error(`${outcome.code}: ${outcome.message}`);
    return rest(outcome.session.id);
  }

  async function read(id: string): Promise<SetupSession> {
    await time.until(sessions.read(id));
    return rest(id);
  }

  async function plan(id: string, wanted: Partial<Wanted>): Promise<SetupPlan> {
    const outcome = await time.until(sessions.plan(id, { values: {}, source: "person", ...wanted }));
    if (outcome?.kind !== "planned") throw new Error(JSON.stringify(outcome));
    return outcome.plan;
  }

  /** Opens, reads, plans and applies, as a person does; returns the result. */
  async function apply(id: string, wanted: Partial<Wanted>, confirmation?: string): Promise<SetupSession> {
    const { hash } = await plan(id, wanted);
    const outcome = await time.until(sessions.apply(id, { hash, confirmation }));
    if (outcome?.kind !== "accepted") throw new Error(JSON.stringify(outcome));
    return rest(id);
  }

  return {
    time,
    bench,
    sessions,
    snapshots,
    changes,
    faults,
    keys,
    logged,
    when,
    rest,
    open,
    read,
    plan,
    apply,
    /** Ports that were not returned to their sources. */
    leasedPaths: () => [...leased].filter(([, times]) => times !== 0).map(([path]) => path),
  };
}

function logInto(logged: unknown[]): Log {
  const log = (fields: object, message: string) => void logged.push([fields, message]);
  return { debug: log, info: log, warn: log, error: log };
}

export type Bench = ReturnType<typeof setUpBench>;

export const USB_SERIAL = "8CD0B2A4";

/** A bench with a module of ArduRemoteID plugged in. */
export function withModule(options: ArduRemoteIdOptions = {}, plug: PlugOptions = {}) {
  const bench = setUpBench({ notesChanges: true });
  const module = createArduRemoteId(bench.time, { usbSerialNumber: USB_SERIAL, ...options });
  bench.bench.plugIn(PATH, module, plug);
  return { ...bench, module };
}
