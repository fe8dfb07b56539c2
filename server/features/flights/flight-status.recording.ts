import { NO_AUTOPILOT, saveStates, type StatusModel } from "./flight-status.store.ts";
import { toSystemPoint } from "./flight-status.wire.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { FlightLog, FlightsDeps } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";

const STEP = 200;

/** Stores states twice: as those of the flight, and each as a record of the system on board in the airspace. */
export function createStateRecording({ db, tracks }: FlightsDeps) {
  return async function recordStates({ suboperation }: FlightModel, states: readonly StatusModel[]): Promise<void> {
    for (const step of mapInSlices(states, (state) => state)) {
      saveStates(db, step);
      await tracks.recordStates(suboperation, step.map(toSystemPoint));
    }
  };
}

/** States of an imported log. No system of the airspace has reported them, so there is no record of one. */
export function saveLogStates(db: WritableDb, flight: string, states: FlightLog["states"], receivedMs: number): void {
  const none = { cellId: null, rsrpDbm: null, rsrqDb: null, snrDb: null, tac: null, isCharging: null, ...NO_AUTOPILOT };
  for (const step of mapInSlices(states, (state): StatusModel => ({ ...none, ...state, flight, receivedMs }))) {
    saveStates(db, step);
  }
}

export function* mapInSlices<T, R>(all: readonly T[], map: (one: T) => R): Generator<readonly R[]> {
  for (let from = 0; from < all.length; from += STEP) yield all.slice(from, from + STEP).map(map);
}
