import type { SerialPortInfo } from "../../../server/contracts/sources.ts";
import { LinkFailure, type Link, type OpenLink } from "../../../server/setup/link.ts";
import type { DeviceSimulator, SimulatorTime } from "./device-simulator.ts";

/**
 * One direction of the cable: passes on the bytes, damages, splits, delays or drops them. `deliver` may be called any
 * number of times.
 */
export type Wire = (bytes: Uint8Array, deliver: (bytes: Uint8Array, delayMs?: number) => void) => void;

export type PlugOptions = {
  /** The name that the port gets when the device has left the bus itself and returns; the same by default. */
  readonly comesBackAs?: string;
  readonly toDevice?: Wire;
  readonly toComputer?: Wire;
};

/** A computer with ports in memory, to which simulated devices are plugged in. Opened ports implement `Link`. */
export type SimulatedBench = {
  readonly openLink: OpenLink;
  readonly listPorts: () => Promise<readonly SerialPortInfo[]>;
  readonly plugIn: (path: string, device: DeviceSimulator, options?: PlugOptions) => void;
  readonly unplug: (path: string) => void;
  /** Paths of the ports that are open now. */
  readonly openPaths: () => readonly string[];
};

const plainWire: Wire = (bytes, deliver) => deliver(bytes);
/** The latency of bytes. */
const LATENCY_MS = 1;

type Plugged = { readonly device: DeviceSimulator; readonly options: PlugOptions; opened: Opened | undefined };
type Opened = {
  readonly link: Link;
  readonly receive: (bytes: Uint8Array) => void;
  readonly lose: () => void;
  readonly baudRate: () => number;
};

export function createSimulatedBench(time: SimulatorTime): SimulatedBench {
  const ports = new Map<string, Plugged>();

  const unplug = (path: string) => {
    const plugged = ports.get(path);
    if (plugged === undefined) return;
    ports.delete(path);
    plugged.device.powerOff();
    plugged.opened?.lose();
  };

  const plugIn = (path: string, device: DeviceSimulator, options: PlugOptions = {}) => {
    if (ports.has(path)) throw new Error(`There is a device at ${path} already.`);
    const plugged: Plugged = { device, options, opened: undefined };
    ports.set(path, plugged);
    const deliver = (bytes: Uint8Array, delayMs = 0) => {
      time.schedule(() => {
        if (ports.get(path) !== plugged) return;
        const { opened } = plugged;
        if (opened !== undefined) opened.receive(garbled(bytes, device.baudRate(), opened.baudRate()));
      }, LATENCY_MS + delayMs);
    };
    device.powerOn({
      send: (bytes) => (options.toComputer ?? plainWire)(bytes.slice(), deliver),
      leaveBus: (whenBack) => {
        unplug(path);
        whenBack(() => {
          // Unless a person plugged it in meanwhile.
          const isPlugged = [...ports.values()].some((one) => one.device === device);
          if (!isPlugged) plugIn(options.comesBackAs ?? path, device, options);
        });
      },
    });
  };

  const openLink: OpenLink = async ({ path, baudRate }) => {
    const plugged = ports.get(path);
    if (plugged === undefined) throw new LinkFailure("no_such_port", `There is no port ${path}.`);
    if (plugged.opened !== undefined) throw new LinkFailure("port_in_use", `The port ${path} is in use.`);
    const opened = createOpened(path, baudRate, { time, plugged, isPlugged: () => ports.get(path) === plugged });
    plugged.opened = opened;
    return opened.link;
  };

  return {
    openLink,
    plugIn,
    unplug,
    listPorts: async () => [...ports].map(([path, { device }]) => portInfo(path, device)),
    openPaths: () => [...ports].filter(([, { opened }]) => opened !== undefined).map(([path]) => path),
  };
}

type OpenedContext = { readonly time: SimulatorTime; readonly plugged: Plugged; readonly isPlugged: () => boolean };

function createOpened(path: string, firstBaudRate: number, { time, plugged, isPlugged }: OpenedContext): Opened {
  const { device, options } = plugged;
  const listeners = new Set<(bytes: Uint8Array) => void>();
  const closed = new AbortController();
  let baudRate = firstBaudRate;
  const assertOpen = () => {
    if (closed.signal.aborted) throw new LinkFailure("lost", `The device at ${path} was unplugged.`);
  };
  const deliver = (bytes: Uint8Array, delayMs = 0) => {
    const sentAt = baudRate;
    time.schedule(() => {
      if (isPlugged()) device.receive(garbled(bytes, sentAt, device.baudRate()));
    }, LATENCY_MS + delayMs);
  };
  const link: Link = {
    path,
    usbSerialNumber: device.usbSerialNumber,
    onData(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async write(bytes) {
      assertOpen();
      (options.toDevice ?? plainWire)(bytes.slice(), deliver);
      assertOpen();
    },
    async setBaudRate(rate) {
      assertOpen();
      baudRate = rate;
    },
    async pulseRts(durationMs) {
      assertOpen();
      await new Promise<void>((resolve) => {
        time.schedule(resolve, durationMs);
      });
      assertOpen();
      device.pulseRts();
    },
    closed: closed.signal,
    async close() {
      plugged.opened = undefined;
      closed.abort();
    },
  };
  return {
    link,
    receive: (bytes) => {
      for (const listener of listeners) listener(bytes);
    },
    lose: () => closed.abort(),
    baudRate: () => baudRate,
  };
}

/** The bytes that arrive where the two sides use different rates: other values, and another number of them. */
function garbled(bytes: Uint8Array, from: number | null, to: number | null): Uint8Array {
  if (from === null || to === null || from === to) return bytes;
  const length = Math.max(1, Math.round((bytes.length * to) / from));
  return Uint8Array.from(
    { length },
    (_, at) => (bytes[Math.floor((at * from) / to)] ?? 0) ^ (at % 2 === 0 ? 0xe5 : 0x1c),
  );
}

function portInfo(path: string, device: DeviceSimulator): SerialPortInfo {
  return {
    path,
    manufacturer: null,
    product: null,
    vendor_id: "303a",
    product_id: "1001",
    serial_number: device.usbSerialNumber,
  };
}
