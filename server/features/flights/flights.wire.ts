import type { Flight, FlightDetail } from "../../contracts/flights.ts";
import { isoFromMs, isoOrNull } from "../../kernel/clock.ts";
import type { FlightsDeps } from "./flights.deps.ts";
import { pressureAltitudeM } from "./flights.rules.ts";
import type { FlightModel } from "./flights.model.ts";

export function toFlight(flight: FlightModel, deps: Pick<FlightsDeps, "findDevice" | "findAircraft">): Flight {
  const aircraft = flight.aircraft === null ? undefined : deps.findAircraft(flight.aircraft);
  const device = flight.device === null ? undefined : deps.findDevice(flight.device);
  return {
    id: flight.id,
    date_planned_start: isoFromMs(flight.plannedStartMs),
    date_planned_finish: isoFromMs(flight.plannedFinishMs),
    date_started: isoOrNull(flight.startedMs),
    date_finished: isoOrNull(flight.finishedMs),
    status: flight.status,
    closing_flag: flight.closingFlag,
    distance: flight.distanceM,
    duration: flight.durationS,
    visibility: flight.visibility,
    aircraft: aircraft?.summary ?? null,
    device: device?.summary ?? null,
    source: flight.source,
    color_tag_used: flight.colorTag,
    callsign_used: flight.callsign,
    take_off: { location: { lat: flight.takeoffLatitude, lon: flight.takeoffLongitude } },
    ...importNoteOf(flight),
  };
}

export function toFlightDetail(
  flight: FlightModel,
  deps: Pick<FlightsDeps, "findDevice" | "findAircraft" | "findPerson">,
): FlightDetail {
  const pilot = deps.findPerson(flight.pilot);
  const { takeoffPressureHpa: pressureHpa } = flight;
  return {
    ...toFlight(flight, deps),
    region: flight.region,
    max_flight_altitude: flight.ceilingM,
    max_height: flight.maxHeightM,
    lower_altitude: flight.lowerAltitudeM,
    take_off: {
      location: { lat: flight.takeoffLatitude, lon: flight.takeoffLongitude },
      pressure: pressureHpa,
      pressure_altitude: pressureHpa === null ? null : pressureAltitudeM(pressureHpa),
      altitude: flight.takeoffAltitudeM,
    },
    pilot:
      pilot === undefined
        ? null
        : { id: flight.pilot, full_name: pilot.fullName, uas_operator_id: pilot.uasOperatorId },
    operation_mode: flight.operationMode,
    operation_category: flight.operationCategory,
  };
}

type ImportedFrom = Pick<FlightModel, "sourceName" | "logName" | "declaredAircraft">;

function importNoteOf({ sourceName, logName, declaredAircraft }: ImportedFrom): Pick<Flight, "import_note"> {
  if (sourceName === null && logName === null && declaredAircraft === null) return {};
  const name = logName === null ? {} : { name: logName };
  return { import_note: { source_name: sourceName, declared_aircraft: declaredAircraft, ...name } };
}
