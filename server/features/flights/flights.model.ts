import type { Flight, FlightDetail, FlightStatus } from "../../contracts/flights.ts";
import type { Region } from "../../contracts/region.ts";
import type { Area } from "./area.rules.ts";

/** A stored flight; times in Unix milliseconds. */
export type FlightModel = {
  readonly id: string;
  /** Row id of the suboperation with its telemetry. */
  readonly suboperation: number;
  readonly owner: string;
  readonly pilot: string;
  readonly organization: string | null;
  readonly plannedStartMs: number;
  readonly plannedFinishMs: number;
  readonly startedMs: number | null;
  readonly finishedMs: number | null;
  readonly status: FlightStatus;
  readonly closingFlag: Flight["closing_flag"];
  readonly visibility: Flight["visibility"];
  readonly device: string | null;
  readonly aircraft: string | null;
  /** As submitted. */
  readonly region: Region;
  /** The parsed region. */
  readonly area: Area;
  /** Above mean sea level; `null` for a flight whose log has no known height. */
  readonly ceilingM: number | null;
  readonly maxHeightM: number | null;
  readonly lowerAltitudeM: number | null;
  readonly takeoffLatitude: number;
  readonly takeoffLongitude: number;
  readonly takeoffAltitudeM: number | null;
  readonly takeoffPressureHpa: number | null;
  readonly operationMode: FlightDetail["operation_mode"];
  readonly operationCategory: FlightDetail["operation_category"];
  readonly source: Flight["source"];
  readonly colorTag: string | null;
  readonly callsign: string | null;
  readonly distanceM: number | null;
  readonly durationS: number | null;
  /** `lon_min,lat_min,lon_max,lat_max` */
  readonly bbox: string | null;
  readonly processingRequestedMs: number | null;
  /** Of an imported flight: the name of the file, its own name in the log, and the aircraft that the log declares. */
  readonly sourceName: string | null;
  readonly logName: string | null;
  readonly declaredAircraft: string | null;
  readonly createdMs: number;
};
