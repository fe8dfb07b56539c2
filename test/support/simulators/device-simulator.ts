import type { Schedule } from "../../../server/kernel/clock.ts";

/** The time source of a simulated device: virtual in memory, real behind a pseudo-terminal. */
export type SimulatorTime = { readonly now: () => number; readonly schedule: Schedule };

/** The plug of a simulated device, through which it sends. */
export type SimulatorPlug = {
  readonly send: (bytes: Uint8Array) => void;
  /**
   * The device leaves the bus itself, as native USB devices do when they restart; `whenBack` calls back when it has
   * started again.
   */
  readonly leaveBus: (whenBack: (comeBack: () => void) => void) => void;
};

/**
 * The behaviour of a device at its connector, written from what is known of the real one and never from what our client
 * expects. It keeps its settings while it is unplugged.
 */
export type DeviceSimulator = {
  /** Serial number of its USB interface; null where it has none. */
  readonly usbSerialNumber: string | null;
  /** Its present baud rate; null for native USB, which ignores the rate. */
  readonly baudRate: () => number | null;
  /** It is plugged in and starts. */
  readonly powerOn: (plug: SimulatorPlug) => void;
  /** It is unplugged: it sends nothing more, its timers end, and values that are not stored are lost. */
  readonly powerOff: () => void;
  /** Bytes from the computer, in chunks of any size. */
  readonly receive: (bytes: Uint8Array) => void;
  /** The effect of a pulse of RTS: most converters restart the module behind them. */
  readonly pulseRts: () => void;
};
