/**
 * The quantity of a column of a flight log, in the unit in which it is stored (degrees, metres, metres a second, hPa).
 */
export type Quantity =
  | "latitude"
  | "longitude"
  | "time"
  | "date"
  | "elapsedMs"
  | "msl"
  | "wgs84"
  | "agl"
  | "ato"
  | "pressureAltitude"
  | "speed"
  | "course"
  | "climb"
  | "east"
  | "north"
  | "up"
  | "down"
  | "horizontalAccuracy"
  | "mslAccuracy"
  | "wgs84Accuracy"
  | "heightAccuracy"
  | "speedAccuracy"
  | "airPressure"
  | "track"
  | "sensor"
  | "state"
  | "ground"
  | "aircraftName"
  | "serialNumber"
  | "homeLatitude"
  | "homeLongitude"
  | "batteryV"
  | "satellites";

export type Column = { readonly index: number; readonly factor: number };
export type Columns = Readonly<Partial<Record<Quantity, Column>>>;

export type TableHeader = {
  readonly columns: Columns;
  /** Height columns without a known reference. */
  readonly vague: readonly string[];
  /** Columns with an unknown unit. */
  readonly unknownUnit: readonly string[];
  /** Columns that are not recognised; one of them may be the time. */
  readonly unknown: readonly string[];
  /** Whether the header declares its clock to be UTC. */
  readonly isUtc: boolean;
  /** All column names, as written. */
  readonly names: readonly string[];
};

/** By the name without its unit, in lower case. */
const QUANTITIES: Readonly<Record<string, Quantity>> = {
  latitude: "latitude",
  lat: "latitude",
  location_lat: "latitude",
  longitude: "longitude",
  longtitude: "longitude",
  lon: "longitude",
  lng: "longitude",
  location_lon: "longitude",
  datetime: "time",
  timestamp: "time",
  time: "time",
  date_time: "time",
  time_utc: "time",
  utc_time: "time",
  datetime_utc: "time",
  date_time_utc: "time",
  timestamp_utc: "time",
  gps_time: "time",
  date: "date",
  date_utc: "date",
  utc_date: "date",
  gps_date: "date",
  altitude_above_sealevel: "msl",
  altitude_msl: "msl",
  altitude_wgs84: "wgs84",
  geo_altitude: "wgs84",
  altitude_agl: "agl",
  height_above_ground_at_drone_location: "agl",
  altitude_ato: "ato",
  height_above_takeoff: "ato",
  altitude_pressure: "pressureAltitude",
  speed: "speed",
  horizontal_speed: "speed",
  ground_speed: "speed",
  heading: "course",
  course: "course",
  vertical_speed: "climb",
  velocity_east: "east",
  velocity_x: "east",
  velocity_north: "north",
  velocity_y: "north",
  velocity_up: "up",
  velocity_z: "up",
  // DJI: north, east, down.
  xspeed: "north",
  yspeed: "east",
  zspeed: "down",
  // Flight records of DJI as PhantomHelp and CsvView write them.
  osd_latitude: "latitude",
  osd_longitude: "longitude",
  osd_height: "ato",
  osd_altitude: "msl",
  osd_hspeed: "speed",
  osd_xspeed: "north",
  osd_yspeed: "east",
  osd_zspeed: "down",
  osd_directionoftravel: "course",
  osd_groundorsky: "ground",
  osd_isonground: "ground",
  custom_datetime: "time",
  custom_updatetime: "time",
  custom_date: "date",
  details_aircraftname: "aircraftName",
  recover_aircraftname: "aircraftName",
  details_aircraftsn: "serialNumber",
  details_aircraftserial: "serialNumber",
  recover_aircraftsn: "serialNumber",
  recover_aircraftserial: "serialNumber",
  home_latitude: "homeLatitude",
  home_longitude: "homeLongitude",
  location_accuracy: "horizontalAccuracy",
  horizontal_accuracy: "horizontalAccuracy",
  altitude_msl_accuracy: "mslAccuracy",
  altitude_wgs84_accuracy: "wgs84Accuracy",
  vertical_accuracy: "wgs84Accuracy",
  altitude_ato_accuracy: "heightAccuracy",
  altitude_agl_accuracy: "heightAccuracy",
  speed_accuracy: "speedAccuracy",
  air_pressure: "airPressure",
  pressure: "airPressure",
  operation_id: "track",
  sensor_id: "sensor",
  operational_state: "state",
  voltage: "batteryV",
  battery_voltage: "batteryV",
  satellites: "satellites",
  osd_gpsnum: "satellites",
};

/** Columns of a flight's telemetry in the API, whose names have another meaning elsewhere. */
const FLIGHT_TELEMETRY: Readonly<Record<string, Quantity>> = { altitude: "pressureAltitude", height: "ato" };

const FACTORS: Readonly<Record<string, number>> = {
  "": 1,
  m: 1,
  meter: 1,
  meters: 1,
  metre: 1,
  metres: 1,
  feet: 0.3048,
  ft: 0.3048,
  "m/s": 1,
  mps: 1,
  mph: 0.44704,
  "km/h": 1 / 3.6,
  kmh: 1 / 3.6,
  kph: 1 / 3.6,
  knots: 1852 / 3600,
  kn: 1852 / 3600,
  kt: 1852 / 3600,
  "ft/s": 0.3048,
  "feet/s": 0.3048,
  "ft/min": 0.3048 / 60,
  fpm: 0.3048 / 60,
  deg: 1,
  degree: 1,
  degrees: 1,
  "°": 1,
  hpa: 1,
  mbar: 1,
  mb: 1,
  pa: 0.01,
  kpa: 10,
  v: 1,
};

/** Milliseconds per unit of the time since the start. */
const ELAPSED_UNITS: Readonly<Record<string, number>> = {
  millisecond: 1,
  milliseconds: 1,
  ms: 1,
  second: 1000,
  seconds: 1000,
  sec: 1000,
  s: 1000,
};
const ELAPSED = new Set(["time", "elapsed", "elapsed_time", "flight_time", "osd_flytime"]);

/** Quantities without a unit, whatever is in their brackets. */
const WITHOUT_UNIT: ReadonlySet<Quantity> = new Set<Quantity>([
  "latitude",
  "longitude",
  "time",
  "date",
  "track",
  "sensor",
  "state",
  "ground",
  "aircraftName",
  "serialNumber",
  "homeLatitude",
  "homeLongitude",
  "satellites",
]);

/** `height_above_takeoff(feet)`, `Altitude [m]`: the unit, where there is one, is in the header only. */
const HEADER = /^\s*([^([]*?)\s*(?:[([]\s*([^)\]]*?)\s*[)\]])?\s*$/;
/** Names of heights that do not state their reference. */
const AMBIGUOUS_HEIGHT_NAMES = new Set(["altitude", "alt", "height", "elevation", "ele"]);

/** Unused columns that cannot be the time. */
const NOT_TIMES = new Set([
  "no",
  "nr",
  "index",
  "id",
  "name",
  "description",
  "comment",
  "notes",
  "symbol",
  "osd_flytime",
]);

/** Finds the columns of a log by the first row. */
export function columnsOfHeader(header: readonly string[]): TableHeader {
  const parts = header.map((text) => {
    const [, name = "", unit = ""] = HEADER.exec(text) ?? [];
    return { name: name.toLowerCase().replaceAll(/[\s.-]+/g, "_"), unit: unit.toLowerCase() };
  });
  const names = new Set(parts.map(({ name }) => name));
  const isFlightTelemetry = names.has("velocity_x") && names.has("geo_altitude");
  const columns: Partial<Record<Quantity, Column>> = {};
  const vague: string[] = [];
  const unknownUnit: string[] = [];
  const unknown: string[] = [];
  let isUtc = false;
  for (const [index, { name, unit }] of parts.entries()) {
    const label = header[index]!.trim();
    const elapsedFactor = ELAPSED.has(name) ? ELAPSED_UNITS[unit] : undefined;
    const quantity =
      elapsedFactor === undefined
        ? ((isFlightTelemetry ? FLIGHT_TELEMETRY[name] : undefined) ?? QUANTITIES[name])
        : "elapsedMs";
    const factor = elapsedFactor ?? (quantity !== undefined && WITHOUT_UNIT.has(quantity) ? 1 : FACTORS[unit]);
    if (quantity === undefined) {
      if (AMBIGUOUS_HEIGHT_NAMES.has(name)) vague.push(label);
      else if (!NOT_TIMES.has(name) && label !== "") unknown.push(label);
    } else if (factor === undefined) unknownUnit.push(label);
    else {
      columns[quantity] ??= { index, factor };
      if (quantity === "time" || quantity === "date") isUtc ||= /utc|gmt/.test(`${name} ${unit}`);
    }
  }
  return {
    columns,
    vague: columns.msl === undefined ? vague : [],
    unknownUnit,
    unknown,
    isUtc,
    names: header.map((text) => text.trim()),
  };
}
