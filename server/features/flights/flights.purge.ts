import type { WritableDb } from "../../storage/database.ts";

/** What a purge takes along with the fragment of a flight: its states, and then the flight itself. */
export function createFlightsOwner(db: WritableDb): {
  readonly removeOfFragment: (suboperation: number, mostRows: number) => number;
} {
  const removeStates = db.prepare(
    `DELETE FROM flight_status WHERE (flight, time_ms) IN (
       SELECT flight, time_ms FROM flight_status WHERE flight = (SELECT id FROM flight WHERE suboperation = ?) LIMIT ?)`,
  );
  const removeFlight = db.prepare("DELETE FROM flight WHERE suboperation = ?");
  return {
    removeOfFragment: (suboperation, mostRows) =>
      removeStates.run(suboperation, mostRows).changes || removeFlight.run(suboperation).changes,
  };
}
