import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SetupSession, SetupState } from "../../server/contracts/setup.ts";
import type { SerialPortInfo } from "../../server/contracts/sources.ts";
import { type Answer, startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";
import type { DeviceSimulator } from "../support/simulators/device-simulator.ts";
import { LESS_SAFE } from "../support/less-safe.ts";
import { plugIntoTerminal, type SimulatedCable } from "../support/simulators/simulated-terminal.ts";

export const SETUP = "/station/v1/setup";

const BUSY: readonly SetupState[] = ["opening", "identifying", "reading", "writing", "restarting", "verifying"];

export type SetupStation = AsyncDisposable & {
  readonly whole: StationInProcess;
  /** As the local operator, or with a token. */
  readonly call: StationInProcess["call"];
  /** Plugs a device into a pseudo-terminal that the station lists with the device's USB serial number. */
  readonly plugIn: (name: string, device: DeviceSimulator) => Promise<SimulatedCable & { readonly path: string }>;
  readonly pathOf: (name: string) => string;
  /** Opens a session and waits until the device is recognised. */
  readonly open: (path: string) => Promise<SetupSession>;
  /** A step of a session; rejects unless it is accepted. */
  readonly step: (id: string, step: string, body?: unknown) => Promise<Answer>;
  readonly when: (id: string, isSo: (session: SetupSession) => boolean) => Promise<SetupSession>;
  readonly rest: (id: string) => Promise<SetupSession>;
  readonly end: (id: string) => Promise<void>;
};

/** A whole station whose ports are pseudo-terminals with simulated devices behind them. */
export async function startSetupStation(
  options: { readonly localOperator?: boolean; readonly rendererDir?: string } = {},
): Promise<SetupStation> {
  const folder = mkdtempSync(join(tmpdir(), "setup-"));
  /** Devices that are plugged in, by the link to their pseudo-terminal. */
  const plugged = new Map<string, DeviceSimulator>();
  const cables: SimulatedCable[] = [];
  const whole = await startStationInProcess({
    localOperator: true,
    lessSafe: { ...LESS_SAFE, setupListenMs: 20 },
    ...options,
    listSerialPorts: async () => [...plugged].flatMap(([path, device]) => portOf(path, device) ?? []),
  });
  const { call } = whole;
  const pathOf = (name: string) => join(folder, name);

  async function plugIn(name: string, device: DeviceSimulator) {
    const path = pathOf(name);
    const cable = await plugIntoTerminal(path, device);
    plugged.set(path, device);
    const unplug = async () => {
      plugged.delete(path);
      await cable.unplug();
    };
    cables.push({ unplug });
    return { path, unplug };
  }

  const get = async (id: string) => (await call("GET", `${SETUP}/sessions/${id}`)).body as SetupSession;

  async function when(id: string, isSo: (session: SetupSession) => boolean): Promise<SetupSession> {
    for (;;) {
      const session = await get(id);
      if (isSo(session)) return session;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  const rest = (id: string) =>
    when(id, ({ state, error }) => !BUSY.includes(state) && (state !== "lost" || error !== null));

  return {
    whole,
    call,
    plugIn,
    pathOf,
    when,
    rest,
    async open(path) {
      const { status, body } = await call("POST", `${SETUP}/sessions`, { body: { path } });
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return rest((body as SetupSession).id);
    },
    step: (id, step, body = {}) => call("POST", `${SETUP}/sessions/${id}/${step}`, { body }),
    async end(id) {
      const { status } = await call("DELETE", `${SETUP}/sessions/${id}`);
      if (status !== 204) throw new Error(`a session could not be ended: ${status}`);
    },
    async [Symbol.asyncDispose]() {
      await whole[Symbol.asyncDispose]();
      for (const cable of cables) await cable.unplug();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The port as the system lists it, by the name that its link has now: a device that restarts comes back with the number
 * that is free then, and its former one may be another test's by that time. Undefined while it is away.
 */
function portOf(link: string, device: DeviceSimulator): SerialPortInfo | undefined {
  if (!existsSync(link)) return undefined;
  return {
    path: realpathSync(link),
    manufacturer: null,
    product: null,
    vendor_id: "303a",
    product_id: "1001",
    serial_number: device.usbSerialNumber,
  };
}
