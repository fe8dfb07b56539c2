import type { SetupFamily, SetupIdentity } from "../contracts/setup.ts";
import type { Device } from "./family.ts";

export type IdentifyRequest = {
  /** Tried first; undefined for the usual order. */
  readonly baudRate?: number | undefined;
  readonly repairLineEndings: boolean;
};

/** What answered at the port. */
export type Identified = {
  readonly family: SetupFamily;
  readonly identity: SetupIdentity;
  /** Whether it refuses unsigned changes; null where only its settings say so. */
  readonly isLocked: boolean | null;
  /** A sentence to show to the user: what it is, and the remedy where it cannot be set up. */
  readonly message: string;
};

/** `baudRate`: the rate at which it was understood, bits per second. */
export type IdentifiedAtRate = Identified & { readonly baudRate: number };

/** Asks the device at the port what it is, by listening first and then by probes that change nothing. */
export type Identify = (device: Device, request: IdentifyRequest) => Promise<IdentifiedAtRate>;
