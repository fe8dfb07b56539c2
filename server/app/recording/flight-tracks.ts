import type { FlightTracks } from "../../features/flights/index.ts";
import type { OperationsFeature, SuboperationModel } from "../../features/operations/index.ts";
import type { TelemetryFeature } from "../../features/telemetry/index.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import type { Recorder } from "./recorder.ts";

export type FlightTracksDeps = {
  readonly operations: OperationsFeature;
  readonly telemetry: TelemetryFeature;
  readonly recorder: Recorder;
};

/**
 * Stores the telemetry of flights with all other telemetry, under the suboperation that a flight has in the airspace.
 */
export function createFlightTracks(
  { operations, telemetry, recorder }: FlightTracksDeps,
  onPoint: (point: UaPoint, suboperation: SuboperationModel) => void,
): FlightTracks {
  const { findExtent } = operations.tracks;

  return {
    enter: (flight, alongside) => void operations.flights.enter(flight, alongside),
    update: operations.flights.update,
    async record(suboperation, slices) {
      for (const points of slices) {
        if (!add(suboperation, points)) return false;
        await yieldToEventLoop();
        await recorder.waitForRoom();
      }
      await recorder.committed();
      return findExtent(suboperation) !== undefined;
    },
    async recordStates(suboperation, states) {
      const sensorId = findExtent(suboperation)?.sensorId;
      if (sensorId === undefined) return;
      for (const point of states) recorder.add({ kind: "system", sensorId, point, isUploaded: true });
      await recorder.committed();
    },
    read: telemetry.wholeTracks.read,
    readOnMap: (suboperation, signal) => telemetry.wholeTracks.readOnMap([suboperation], signal),
    readPlaces: telemetry.wholeTracks.readPlaces,
    stream(suboperation, window, signal) {
      const found = findExtent(suboperation);
      const track = found && { suboperation, origin: found, total: found.records };
      return telemetry.wholeTracks.stream(track, window, signal);
    },
    extent: findExtent,
    countUntil: telemetry.wholeTracks.countUntil,
    isTaken: operations.flights.isTaken,
  };

  function add(suboperationId: number, points: readonly UaPoint[]): boolean {
    // Looked up for each slice: during a long upload the fusion may drop the suboperation from memory, or it may be
    // removed.
    const suboperation = operations.flights.find(suboperationId);
    if (suboperation === undefined) return false;
    for (const ua of points) {
      operations.fusionState.extend(suboperation, ua);
      recorder.add({ kind: "flight", suboperation, ua });
      onPoint(ua, suboperation);
    }
    return true;
  }
}
