import type { SetupFamily, SetupIdentity } from "../contracts/setup.ts";
import type { Device } from "./family.ts";

export type IdentifyRequest = {
  /** Tried first; undefined for the usual order. */
  readonly baudRate?: number | undefined;
  readonly repairLineEndings: boolean;
};

/** The device that responded at the port. */
export type Identified = {
  readonly family: SetupFamily;
  readonly identity: SetupIdentity;
  /** Whether it refuses unsigned changes; null where only its settings show that. */
  readonly isLocked: boolean | null;
  /** A sentence to show to the user: the kind of device, and what to do where it cannot be set up. */
  readonly message: string;
};

/** `baudRate`: the rate at which it responded, bits per second. */
export type IdentifiedAtRate = Identified & { readonly baudRate: number };

/** Identifies the device at the port, by listening first and then by probes that change nothing. */
export type Identify = (device: Device, request: IdentifyRequest) => Promise<IdentifiedAtRate>;
