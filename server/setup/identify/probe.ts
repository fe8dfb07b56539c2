import type { Identified } from "../identify.ts";

/**
 * Identifies the devices of one protocol at one baud rate. A new one is created for each baud rate, so that no bytes of
 * another rate are left in its parser.
 */
export type Probe = {
  /**
   * The request to send, including a beginning that ends an unfinished request in the device's buffer; it changes
   * nothing in the device. Undefined for devices that send without a request.
   */
  readonly request?: Uint8Array;
  /** Receives bytes as they arrive, in chunks of any size; returns the device as soon as it is certain. */
  readonly push: (bytes: Uint8Array) => Identified | undefined;
};

export type CreateProbe = () => Probe;
