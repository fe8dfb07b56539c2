import type { Identified } from "../identify.ts";

/**
 * Recognises the devices of one protocol at one baud rate. A new one is made for each baud rate, so that nothing of
 * what arrived at another rate is left in its parser.
 */
export type Probe = {
  /**
   * What to send, complete with whatever ends an unfinished request in the device's own buffer; it changes nothing in
   * the device. Undefined for devices that speak by themselves.
   */
  readonly request?: Uint8Array;
  /** Takes bytes as they arrive, in pieces of any size; says what the device is as soon as that is certain. */
  readonly push: (bytes: Uint8Array) => Identified | undefined;
};

export type CreateProbe = () => Probe;
