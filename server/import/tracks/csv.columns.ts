/** What a column of a flight log can be, in the unit it is stored in (degrees, metres, metres a second, hPa). */
export type Quantity =
  | "latitude"
  | "longitude"
  | "time"
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
  | "state";

export type Column = { readonly index: number; readonly factor: number };
export type Columns = Readonly<Partial<Record<Quantity, Column>>>;

/** By the name without its unit, in small letters. */
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
};

/** Of a flight's telemetry as the API has it, in which names mean what they mean nowhere else. */
const FLIGHT_TELEMETRY: Readonly<Record<string, Quantity>> = { altitude: "pressureAltitude", height: "ato" };

const FACTORS: Readonly<Record<string, number>> = {
  feet: 0.3048,
  ft: 0.3048,
  mph: 0.44704,
  "km/h": 1 / 3.6,
  kmh: 1 / 3.6,
  kph: 1 / 3.6,
  knots: 1852 / 3600,
  kn: 1852 / 3600,
  kt: 1852 / 3600,
  "ft/s": 0.3048,
  "feet/s": 0.3048,
};

/** `height_above_takeoff(feet)`, `Altitude [m]`: the unit, where there is one, stands in the header only. */
const HEADER = /^\s*([^([]*?)\s*(?:[([]\s*([^)\]]*?)\s*[)\]])?\s*$/;
/** Names of heights that do not say what they are above. */
const AMBIGUOUS_HEIGHT_NAMES = new Set(["altitude", "alt", "height", "elevation", "ele"]);

/** Finds the columns of a log by the first row; `vague` are heights of which nobody knows what they are above. */
export function columnsOfHeader(header: readonly string[]): {
  readonly columns: Columns;
  readonly vague: readonly string[];
} {
  const parts = header.map((text) => {
    const [, name = "", unit = ""] = HEADER.exec(text) ?? [];
    return { name: name.toLowerCase().replaceAll(/[\s.-]+/g, "_"), unit: unit.toLowerCase() };
  });
  const names = new Set(parts.map(({ name }) => name));
  const isFlightTelemetry = names.has("velocity_x") && names.has("geo_altitude");
  const columns: Partial<Record<Quantity, Column>> = {};
  const vague: string[] = [];
  for (const [index, { name, unit }] of parts.entries()) {
    const quantity = isElapsed(name, unit)
      ? "elapsedMs"
      : ((isFlightTelemetry ? FLIGHT_TELEMETRY[name] : undefined) ?? QUANTITIES[name]);
    if (quantity === undefined) {
      if (AMBIGUOUS_HEIGHT_NAMES.has(name)) vague.push(header[index]!.trim());
    } else columns[quantity] ??= { index, factor: quantity === "elapsedMs" ? 1 : (FACTORS[unit] ?? 1) };
  }
  return { columns, vague: columns.msl === undefined ? vague : [] };
}

function isElapsed(name: string, unit: string): boolean {
  return name === "time" && (unit === "millisecond" || unit === "milliseconds" || unit === "ms");
}
