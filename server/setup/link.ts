/**
 * A serial connection to one device. The serial port, a pseudo-terminal and the simulators of the tests implement this
 * type. Opening changes no control line: DTR and RTS restart ESP32 boards.
 */
export type Link = {
  /** The port's name. */
  readonly path: string;
  /** Serial number of the USB interface; null where there is none. */
  readonly usbSerialNumber: string | null;
  /** Calls back with bytes as they arrive; the returned function ends that. Bytes without a listener are dropped. */
  readonly onData: (listener: (bytes: Uint8Array) => void) => () => void;
  /** Resolves when the bytes are sent; rejects with a `LinkFailure` when the port is closed. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly setBaudRate: (baudRate: number) => Promise<void>;
  /** Pulls RTS for the given time, which restarts ESP32 boards on a USB-to-serial converter. */
  readonly pulseRts: (durationMs: number) => Promise<void>;
  /** Aborts when the port is unplugged or was closed. */
  readonly closed: AbortSignal;
  /** Frees the port; resolves also if it is closed already. */
  readonly close: () => Promise<void>;
};

export type LinkRequest = { readonly path: string; readonly baudRate: number };

/** Rejects with a `LinkFailure`. */
export type OpenLink = (request: LinkRequest) => Promise<Link>;

export type LinkFailureCode = "no_permission" | "no_such_port" | "port_in_use" | "lost";

/** Why a port cannot be used, with a sentence to show to the user. */
export class LinkFailure extends Error {
  readonly code: LinkFailureCode;

  constructor(code: LinkFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LinkFailure";
    this.code = code;
  }
}
