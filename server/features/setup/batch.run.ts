import type { SetupBatch, SetupBatchDevice } from "../../contracts/setup-batch.ts";
import type { SetupSession } from "../../contracts/setup.ts";
import { isoFromMs, SECOND_MS, isoOrNull } from "../../kernel/clock.ts";
import { setUpDevice, type SetUpDeps, type WantedOf } from "./batch.device.ts";
import {
  batchDeviceOf,
  type BatchEnd,
  type BatchPort,
  createPortWatch,
  isOfDeviceInProgress,
  keyOfPort,
} from "./batch.rules.ts";
import type { Caller, SetupDeps } from "./setup.deps.ts";

const LOOK_MS = SECOND_MS / 2;

type Device = {
  readonly timeMs: number;
  readonly port: BatchPort;
  session: SetupSession | null;
  end: BatchEnd | null;
};

export type BatchRequest = {
  readonly flavor: string | null;
  readonly caller: Caller;
  readonly wantedOf: WantedOf;
  /** The ports that are present; only the chosen ones are used, until another device is at the port. */
  readonly ports: readonly BatchPort[];
  readonly chosen: readonly string[];
};

/** A batch that runs until it is ended. */
export type Batch = {
  readonly id: string;
  readonly isEnded: () => boolean;
  readonly toWire: () => SetupBatch;
  /** Call with every change of a session. */
  readonly follow: (session: SetupSession) => void;
  /** Resolves when nothing is written any more; safe to call twice. */
  readonly end: () => Promise<void>;
};

/** Sets up every device that is plugged in from now on, each in a separate session. */
export function startBatch(deps: SetupDeps & SetUpDeps, request: BatchRequest): Batch {
  const { sessions, clock } = deps;
  const { flavor, caller, wantedOf, ports, chosen } = request;
  const id = deps.newId();
  const startedMs = clock.now();
  const watch = createPortWatch(ports.filter(({ path }) => !chosen.includes(path)).map(keyOfPort));
  const devices: Device[] = [];
  /** The devices in progress, with the promise of each. */
  const underWay = new Map<Device, Promise<void>>();
  const abort = new AbortController();
  let ending: Promise<void> | null = null;
  let endedMs: number | null = null;
  let version = 0;
  let cancelLook: () => void = () => undefined;

  const toWire = (): SetupBatch => ({
    id,
    state: endedMs !== null ? "ended" : ending !== null ? "ending" : "running",
    flavor,
    started_at: isoFromMs(startedMs),
    ended_at: isoOrNull(endedMs),
    version,
    devices: devices.map(toRow),
  });

  function publish(): void {
    version += 1;
    deps.publishBatch(toWire());
  }

  async function look(): Promise<void> {
    // If ports cannot be listed now, they are listed at the next look.
    const present = await deps.listPorts().catch(() => undefined);
    if (ending !== null) return;
    if (present !== undefined) takeFresh(present);
    cancelLook = deps.schedule(() => void look(), LOOK_MS);
  }

  /** A port that was chosen is used even where a set-up holds it, so that its row shows that. */
  function takeFresh(present: readonly BatchPort[], asked: readonly string[] = []): void {
    const fresh = new Set(watch.look(present.map(keyOfPort)));
    const busy = [...underWay.keys()].map(portOf);
    for (const port of present) {
      if (!fresh.has(keyOfPort(port)) || isOfDeviceInProgress(port, busy, present)) continue;
      // A device that a person opened in a separate set-up is left to that person.
      if (sessions.isHeld(port.path) && !asked.includes(port.path)) continue;
      const device: Device = { timeMs: clock.now(), port, session: null, end: null };
      devices.push(device);
      underWay.set(device, run(device));
      publish();
    }
  }

  async function run(device: Device): Promise<void> {
    const { path } = device.port;
    const onSession = (session: SetupSession): void => void (device.session = session);
    const end = await setUpDevice(deps, { path, wantedOf, caller, signal: abort.signal, onSession }).catch(
      (error: unknown): BatchEnd => {
        deps.log.error({ batchId: id, path, err: error }, "a device of a batch failed unexpectedly");
        return { state: "failed", detail: "It failed for a reason that nobody expected; the station's log has it." };
      },
    );
    if (device.session !== null) await sessions.end(device.session.id);
    // It may have been plugged in again under another name since the last look.
    watch.take(keyOfPort(portOf(device)));
    device.end = end;
    underWay.delete(device);
    publish();
  }

  async function end(): Promise<void> {
    cancelLook();
    abort.abort();
    publish();
    const open = [...underWay.keys()].flatMap(({ session }) => session?.id ?? []);
    await Promise.all([...open.map((session) => sessions.end(session)), ...underWay.values()]);
    endedMs = clock.now();
    publish();
  }

  takeFresh(ports, chosen);
  cancelLook = deps.schedule(() => void look(), LOOK_MS);
  publish();
  return {
    id,
    isEnded: () => endedMs !== null,
    toWire,
    follow(session) {
      const device = [...underWay.keys()].find((one) => one.session?.id === session.id);
      if (device === undefined) return;
      const before = JSON.stringify(toRow(device));
      device.session = session;
      if (JSON.stringify(toRow(device)) !== before) publish();
    },
    end() {
      // Registered before it begins: from here on no device is added.
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      if (ending !== null) return ending;
      ending = promise;
      end().then(resolve, reject);
      return promise;
    },
  };
}

/** The port at which the device is now. */
function portOf({ port, session }: Device): BatchPort {
  return { path: session?.path ?? port.path, serial_number: port.serial_number };
}

function toRow({ timeMs, port, session, end }: Device): SetupBatchDevice {
  return { ...batchDeviceOf({ time: isoFromMs(timeMs), path: port.path }, session), ...end };
}
