import type {
  SetupChange,
  SetupError,
  SetupIdentity,
  SetupResult,
  SetupUasId,
  SetupValue,
} from "../contracts/setup.ts";
import type { Schedule } from "../kernel/clock.ts";
import type { Link } from "./link.ts";

/**
 * The dependencies of a family for communicating with its device. All waits use `schedule`, so that tests control the
 * time.
 */
export type Device = {
  readonly link: Link;
  readonly now: () => number;
  readonly schedule: Schedule;
  /** Aborts when the step is cancelled; waits then reject. */
  readonly signal: AbortSignal;
};

/** Ends a step: the device is silent, sends garbage, refuses, or is another one. */
export class SetupFailure extends Error {
  readonly code: SetupError["code"];

  constructor(code: SetupError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SetupFailure";
    this.code = code;
  }
}

export type Progress = (done: number, total: number) => void;

export type DeviceReading = {
  /** Everything the device reports, in the order in which it is shown; `value` is the real one, also of secrets. */
  readonly values: readonly SetupValue[];
  readonly isLocked: boolean;
};

/** A wanted value that a family does not accept. */
export type ValueIssue = { readonly field: string; readonly message: string };

export type Wanted = {
  readonly values: Readonly<Record<string, unknown>>;
  readonly source: SetupChange["source"];
  readonly uasId?: SetupUasId | undefined;
};

export type PlannedWrite = {
  readonly changes: readonly SetupChange[];
  readonly warnings: readonly string[];
};

export type PlanOutcome =
  | ({ readonly kind: "planned" } & PlannedWrite)
  | { readonly kind: "invalid"; readonly issues: readonly ValueIssue[] };

export type WriteRequest = {
  readonly changes: readonly SetupChange[];
  /** Key of a locked device, 32 bytes. */
  readonly key?: Uint8Array | undefined;
  readonly onResult: (result: SetupResult) => void;
};

export type CheckRequest = {
  readonly latitude: number;
  readonly longitude: number;
  /** Height above the WGS84 ellipsoid, m; null when unknown. */
  readonly altitude: number | null;
  readonly operatorId: string | null;
  readonly description: string | null;
};

export type CheckText = { readonly text: string; readonly explanation: string | null; readonly isBlocking: boolean };
export type CheckState = { readonly passed: boolean; readonly texts: readonly CheckText[] };

/**
 * A family of devices that can be set up. It is independent of sessions and snapshots: the session calls it step by
 * step, one at a time, takes the snapshot before `write`, and decides from the results how the session ends.
 */
export type DeviceFamily = {
  /**
   * Whether a locked device accepts changes that are signed with its key; otherwise `plan` decides what it still
   * accepts.
   */
  readonly opensWithKey: boolean;
  /** Reads all settings. Rejects with a `SetupFailure` (`device_silent`, `device_garbled`, `device_timeout`). */
  readonly read: (device: Device, onProgress: Progress) => Promise<DeviceReading>;
  /**
   * The changes that lead from the read to the wanted values. Pure: ranges and types are checked here and only here.
   */
  readonly plan: (reading: DeviceReading, wanted: Wanted, identity: SetupIdentity) => PlanOutcome;
  /**
   * Writes the changes in their order and proves each by reading it back, as far as that is possible before a restart.
   * One result per change, `unsent` for those that were not reached; it rejects only when the port is gone.
   */
  readonly write: (device: Device, request: WriteRequest) => Promise<readonly SetupResult[]>;
  /** `unplug_needed`: the device cannot be restarted by a command; the user unplugs it and plugs it in again. */
  readonly restart: (device: Device) => Promise<"restarting" | "unplug_needed">;
  /**
   * After a restart: reads again and judges the results again, so that a value that the device lost does not count as
   * verified.
   */
  readonly verify: (device: Device, results: readonly SetupResult[]) => Promise<readonly SetupResult[]>;
  /** Runs until `device.signal` aborts, and reports the state of the device; null where a family has no such check. */
  readonly check:
    | ((device: Device, request: CheckRequest, onState: (state: CheckState) => void) => Promise<void>)
    | null;
  /**
   * Locks the device with the key and proves it; null where a family cannot. Resolves with what was written, each
   * proved; rejects where any of it was not.
   */
  readonly protect: ((device: Device, key: Uint8Array) => Promise<readonly SetupResult[]>) | null;
};
