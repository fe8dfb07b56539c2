import type { UaPoint } from "../../kernel/telemetry.ts";
import { createFlightBegin, saveLiveFlight } from "./flights.live-begin.ts";
import { createStateRecording } from "./flight-status.recording.ts";
import type { StatusModel } from "./flight-status.store.ts";
import type { FlightsDeps } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";
import type { FlightProcessing } from "./flights.processing.ts";
import type { Caller } from "./flights.outcome.ts";
import { canEdit } from "./flights.rules.ts";
import { findFlight } from "./flights.store.ts";

type LiveState = Pick<
  StatusModel,
  "timeMs" | "receivedMs" | "batteryV" | "batteryPercent" | "satellites" | "mode" | "linkPercent"
>;

const NOT_OF_AN_AUTOPILOT = {
  cellId: null,
  rsrpDbm: null,
  rsrqDb: null,
  snrDb: null,
  tac: null,
  isCharging: null,
} as const;

export type FlightLogging = ReturnType<typeof createFlightLogging>;

/** Flights that the station itself logs while they are flown. */
export function createFlightLogging(deps: FlightsDeps, processing: FlightProcessing) {
  const { db, tracks } = deps;
  const recordStates = createStateRecording(deps);

  return {
    begin: createFlightBegin(deps),

    /** Resumes a flight that ended because its link was lost; false when it does not exist any more. */
    async resume(flightId: string): Promise<boolean> {
      // Its statistics may be being computed.
      await processing.settled();
      const flight = findFlight(db, flightId);
      if (flight === undefined || tracks.extent(flight.suboperation) === undefined) return false;
      saveLiveFlight(deps, {
        ...flight,
        status: "current",
        closingFlag: null,
        finishedMs: null,
        distanceM: null,
        durationS: null,
        processingRequestedMs: null,
      });
      return true;
    },

    /** Ends a flight; its statistics follow in the background. */
    async end(flightId: string, reason: "disarmed" | "link_lost"): Promise<void> {
      const flight = findFlight(db, flightId);
      // A user has ended it meanwhile.
      if (flight?.status !== "current") return;
      const extent = tracks.extent(flight.suboperation);
      if (extent === undefined) return;
      const hasTrack = extent.records > 0;
      const closingFlag = reason === "disarmed" ? ("nominal" as const) : ("timeouted" as const);
      const finishedMs = hasTrack ? extent.lastMs : flight.startedMs;
      const ended: FlightModel = { ...flight, closingFlag, finishedMs };
      if (hasTrack) processing.request(ended);
      else saveLiveFlight(deps, { ...ended, status: "finished" });
    },

    /** Resolves when it is on disk. */
    async record(flightId: string, points: readonly UaPoint[], states: readonly LiveState[]): Promise<void> {
      const flight = findFlight(db, flightId);
      if (flight === undefined) return;
      const stored = states.map((state): StatusModel => ({ flight: flightId, ...NOT_OF_AN_AUTOPILOT, ...state }));
      await Promise.all([
        points.length > 0 ? tracks.record(flight.suboperation, [points]) : undefined,
        recordStates(flight, stored),
      ]);
    },

    canEdit(flightId: string, caller: Caller): boolean {
      const flight = findFlight(db, flightId);
      return flight !== undefined && canEdit(caller, flight);
    },

    isStored: (flightId: string) => findFlight(db, flightId) !== undefined,

    /** A flight that is being logged, or that ended because its link was lost. */
    findOpen(flightId: string) {
      const flight = findFlight(db, flightId);
      const extent = flight && tracks.extent(flight.suboperation);
      if (flight === undefined || extent === undefined) return undefined;
      const isLost = flight.closingFlag === "timeouted";
      if (flight.status !== "current" && !isLost) return undefined;
      const hasTrack = extent.records > 0;
      return {
        id: flightId,
        phase: isLost ? ("lost" as const) : ("flying" as const),
        lastMs: hasTrack ? extent.lastMs : null,
        storedMs: hasTrack ? extent.updatedMs : null,
      };
    },
  };
}
