import type { WritableDb } from "../../storage/database.ts";

/** Purges the flight of a suboperation: first its device states, then the flight itself. */
export function createFlightsPurge(db: WritableDb): {
  readonly removeOfSuboperation: (suboperation: number, maxRows: number) => number;
} {
  const removeStates = db.prepare(
    `DELETE FROM flight_status WHERE (flight, time_ms) IN (
       SELECT flight, time_ms FROM flight_status WHERE flight = (SELECT id FROM flight WHERE suboperation = ?) LIMIT ?)`,
  );
  const removeFlight = db.prepare("DELETE FROM flight WHERE suboperation = ?");
  return {
    removeOfSuboperation: (suboperation, maxRows) =>
      removeStates.run(suboperation, maxRows).changes || removeFlight.run(suboperation).changes,
  };
}
