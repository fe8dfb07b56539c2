import type { TimeRange } from "../../kernel/time-range.ts";
import type { FlightDevice, FlightsDeps } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";
import { listFlightsAt, listOverlapping } from "./flights.store.ts";

/** The planned and current flights of a device that belong to the person it is paired with. */
export type DeviceFlights = {
  /** Those whose window contains a time, current ones first. */
  readonly listAt: (device: FlightDevice, timeMs: number) => readonly FlightModel[];
  /** Those that overlap a time range, current ones first. */
  readonly listOverlapping: (device: FlightDevice, window: TimeRange) => readonly FlightModel[];
};

/**
 * A device that was handed over keeps the flights of its former owner. The take-offs of the new owner do not update
 * them, and they do not block the new owner's plans.
 */
export function createDeviceFlights({ db, findPerson }: Pick<FlightsDeps, "db" | "findPerson">): DeviceFlights {
  const concerns =
    ({ owner }: FlightDevice) =>
    (flight: FlightModel) =>
      flight.owner === owner || flight.pilot === owner || findPerson(flight.owner)?.isAdministrator === true;
  return {
    listAt: (device, timeMs) => listFlightsAt(db, device.summary.id, timeMs).filter(concerns(device)),
    listOverlapping: (device, window) => listOverlapping(db, device.summary.id, window).filter(concerns(device)),
  };
}
