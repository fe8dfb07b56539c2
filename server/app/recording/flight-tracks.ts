import type { FlightTracks } from "../../features/flights/index.ts";
import type { SuboperationModel } from "../../features/operations/index.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import type { Core } from "../compose/core.ts";

/** An upload waits for a disk that takes no more than this, whoever's it is. */
const MAX_WAITING_RECORDS = 4000;

/** Where the telemetry of flights lies: with everybody else's, in the suboperation that a flight has in the airspace. */
export function createFlightTracks(
  { operations, telemetry, recorder }: Pick<Core, "operations" | "telemetry" | "recorder">,
  reader: ReadableDb,
  onPoint: (point: UaPoint, suboperation: SuboperationModel) => void,
): FlightTracks {
  const extent = reader.prepare<
    [number],
    {
      readonly firstMs: number;
      readonly lastMs: number;
      readonly records: number;
      readonly sensorId: string;
      readonly operationId: string;
    }
  >(
    `SELECT s.first_ms AS firstMs, s.last_ms AS lastMs, s.record_count AS records, s.sensor_id AS sensorId,
       o.uuid AS operationId
     FROM suboperation AS s JOIN operation AS o ON o.id = s.operation WHERE s.id = ? AND s.deleted_ms IS NULL`,
  );

  return {
    enter: (flight, alongside) => void operations.flights.enter(flight, alongside),
    update: operations.flights.update,
    async record(suboperation, slices) {
      for (const points of slices) {
        add(suboperation, points);
        if (recorder.waiting() >= MAX_WAITING_RECORDS) await recorder.committed();
        else await yieldToEventLoop();
      }
      await recorder.committed();
    },
    async recordStates(suboperation, states) {
      const sensorId = extent.get(suboperation)?.sensorId;
      if (sensorId === undefined) return;
      for (const point of states) recorder.add({ kind: "system", sensorId, point, isUploaded: true });
      await recorder.committed();
    },
    read: telemetry.wholeTracks.read,
    stream(suboperation, window, signal) {
      const found = extent.get(suboperation);
      const origin = { sensorId: found?.sensorId ?? "", operationId: found?.operationId ?? null };
      return telemetry.wholeTracks.stream(suboperation, origin, found?.records ?? 0, window, signal);
    },
    extent: (suboperation) => extent.get(suboperation),
  };

  function add(suboperationId: number, points: readonly UaPoint[]): void {
    // Asked for anew: a long upload outlives what the fusion keeps in memory, and it may be removed meanwhile.
    const suboperation = operations.flights.find(suboperationId);
    if (suboperation === undefined) return;
    for (const ua of points) {
      operations.fusionState.extend(suboperation, ua);
      recorder.add({ kind: "flight", suboperation, ua });
      onPoint(ua, suboperation);
    }
  }
}
