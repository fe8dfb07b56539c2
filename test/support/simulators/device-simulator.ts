import type { Schedule } from "../../../server/kernel/clock.ts";

/** The time that a simulated device lives in: virtual in memory, real behind a pseudo-terminal. */
export type SimulatorTime = { readonly now: () => number; readonly schedule: Schedule };

/** The plug of a simulated device: what it says leaves here. */
export type SimulatorPlug = {
  readonly send: (bytes: Uint8Array) => void;
  /**
   * The device leaves the bus by itself, as native USB devices do when they restart; `whenBack` calls back when it has
   * started again.
   */
  readonly leaveBus: (whenBack: (comeBack: () => void) => void) => void;
};

/**
 * A device as it behaves at its connector, written from what is known of the real one and never from what our client
 * expects. It keeps its settings while it is unplugged.
 */
export type DeviceSimulator = {
  /** Serial number of its USB interface; null where it has none. */
  readonly usbSerialNumber: string | null;
  /** The rate that it speaks at now; null for native USB, which ignores the rate. */
  readonly baudRate: () => number | null;
  /** It is plugged in and starts. */
  readonly powerOn: (plug: SimulatorPlug) => void;
  /** It is unplugged: it says nothing more, its timers end, and what is not stored is forgotten. */
  readonly powerOff: () => void;
  /** Bytes from the computer, in pieces of any size. */
  readonly receive: (bytes: Uint8Array) => void;
  /** What a pulse of RTS does to it: most converters restart the module behind them. */
  readonly pulseRts: () => void;
};
