import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { TlogFiles } from "./tlog.files.ts";

/** Whose flights a source logs: those of who added it, and the aircraft and device that were chosen for it. */
export type VehicleOwner = {
  readonly owner: string;
  readonly aircraft: string | null;
  readonly device: string | null;
  /** Whether the stream of each flight is kept as a telemetry log. */
  readonly keepsTlog: boolean;
};

/** What the autopilot said of itself within a second; `null` where it did not say it. */
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

/** Flights of accounts, as they are logged live. */
export type LiveFlights = {
  /**
   * Begins a flight, or makes a plan that is due the flight. `alongside` writes what belongs to it in the same
   * transaction. Gives its id.
   */
  readonly begin: (
    flight: VehicleOwner & { readonly atMs: number; readonly takeoff: UaPoint },
    alongside: (flightId: string) => void,
  ) => Promise<string>;
  /** Goes on with a flight that was ended; false when it is gone. */
  readonly resume: (flightId: string) => Promise<boolean>;
  readonly end: (flightId: string, reason: "disarmed" | "link_lost") => Promise<void>;
  /** Resolves when it is on disk. */
  readonly record: (flightId: string, points: readonly UaPoint[], states: readonly VehicleState[]) => Promise<void>;
  /** Whether a person may change a flight; false for one that is not there. */
  readonly canEdit: (flightId: string, caller: Pick<Principal, "userId" | "isAdministrator">) => boolean;
  readonly isStored: (flightId: string) => boolean;
  /** A flight that is being logged, or ended by a lost link; `undefined` when it is neither, or gone. */
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
  /** `undefined` when the source is gone, or nobody is known to have added it. */
  readonly findOwner: (sourceId: string) => VehicleOwner | undefined;
};
