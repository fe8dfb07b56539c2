import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { TlogFiles } from "./tlog.files.ts";

/**
 * The owner of the flights that a source logs, who added the source, and the aircraft and device that were chosen for
 * it.
 */
export type VehicleOwner = {
  readonly owner: string;
  readonly aircraft: string | null;
  readonly device: string | null;
  /** Whether the stream of each flight is kept as a telemetry log. */
  readonly keepsTlog: boolean;
};

/** The state that an autopilot reported within a second; `null` for values that it did not report. */
export type VehicleState = {
  readonly timeMs: number;
  readonly receivedMs: number;
  readonly batteryV: number | null;
  readonly batteryPercent: number | null;
  readonly satellites: number | null;
  readonly mode: string | null;
  /** Percent of its messages that arrived, by their sequence numbers. */
  readonly linkPercent: number | null;
};

export type OpenFlight = {
  readonly id: string;
  readonly phase: "flying" | "lost";
  /** The time of its last point, and when the last one was stored; `null` without any. */
  readonly lastMs: number | null;
  readonly storedMs: number | null;
};

/** Flights of accounts that are logged live. */
export type LiveFlights = {
  /**
   * Begins a flight, or turns a plan that is due into the flight. `alongside` writes in the same transaction. Returns
   * its id.
   */
  readonly begin: (
    flight: VehicleOwner & { readonly atMs: number; readonly takeoff: UaPoint },
    alongside: (flightId: string) => void,
  ) => Promise<string>;
  /** Resumes a flight that was ended; false when it does not exist any more. */
  readonly resume: (flightId: string) => Promise<boolean>;
  readonly end: (flightId: string, reason: "disarmed" | "link_lost") => Promise<void>;
  /** Resolves when it is on disk. */
  readonly record: (flightId: string, points: readonly UaPoint[], states: readonly VehicleState[]) => Promise<void>;
  /** Whether a person may change a flight; false for one that does not exist. */
  readonly canEdit: (flightId: string, caller: Pick<Principal, "userId" | "isAdministrator">) => boolean;
  readonly isStored: (flightId: string) => boolean;
  /** A flight that is being logged, or that ended because its link was lost; otherwise `undefined`. */
  readonly findOpen: (flightId: string) => OpenFlight | undefined;
};

export type VehiclesDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  /** A monotonic clock. */
  readonly monotonic: Clock;
  readonly log: Log;
  readonly flights: LiveFlights;
  readonly tlogs: TlogFiles;
  /** `undefined` when the source does not exist any more, or its creator is unknown. */
  readonly findOwner: (sourceId: string) => VehicleOwner | undefined;
};
