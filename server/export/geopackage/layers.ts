import type { OperatorTelemetry, UaTelemetry } from "../../contracts/telemetry.ts";
import type { GeoPackageColumn, GeoPackageLayer } from "../../storage/geopackage.schema.ts";

/** A suboperation with the data of its operation from the API. */
export type ExportedTrack = {
  readonly operationId: string;
  readonly suboperationId: string;
  readonly sensorId: string;
  readonly stationId: string | null;
  readonly technology: string;
  /** All identifiers of the operation, by type; several are separated by semicolons. */
  readonly identifiers: ReadonlyMap<string, string>;
  readonly operatorId: string | null;
};

/** The summary of a track that was written. */
export type TrackSummary = {
  readonly track: ExportedTrack;
  readonly firstTime: string;
  readonly lastTime: string;
  readonly records: number;
};

type Value = string | number | null;
type Column<R> = GeoPackageColumn & { readonly of: (record: R, track: ExportedTrack) => Value };
export type Layer<N extends string, R> = Omit<GeoPackageLayer<N>, "columns"> & {
  readonly columns: readonly Column<R>[];
};

export type LayerName = "aircraft_points" | "operator_points" | "tracks";

const text = <R>(name: string, description: string, of: Column<R>["of"]): Column<R> => ({
  name,
  type: "TEXT",
  description,
  of,
});
const number = <R>(name: string, description: string, of: Column<R>["of"]): Column<R> => ({
  name,
  type: "REAL",
  description,
  of,
});

/** The first columns of every record, named as in CSV. The position is the geometry. */
function headOf<R extends UaTelemetry | OperatorTelemetry>(): readonly Column<R>[] {
  return [
    {
      name: "timestamp",
      type: "DATETIME",
      description: "When the receiver observed it, UTC",
      of: (record) => record.timestamp,
    },
    number("timestamp_accuracy", "Accuracy of the timestamp, seconds", (record) => record.timestamp_accuracy),
    text("sensor_id", "The receiver that reported it", (record) => record.sensor_id),
    text("operation_id", "The operation that it belongs to", (_, track) => track.operationId),
    text("suboperation_id", "The track that it belongs to", (_, track) => track.suboperationId),
    number("location_accuracy", "Horizontal accuracy (95 %), metres", (record) => record.location.accuracy),
  ];
}

/** The columns of one reference of height. */
function heightOf(name: string, type: string, reference: string): readonly Column<UaTelemetry>[] {
  const find = ({ altitudes }: UaTelemetry) => altitudes.find((altitude) => altitude.type === type);
  return [
    number(name, `Height ${reference}, metres`, (record) => find(record)?.value ?? null),
    number(`${name}_accuracy`, `Its accuracy (95 %), metres`, (record) => find(record)?.accuracy ?? null),
  ];
}

const AIRCRAFT_POINTS: Layer<"aircraft_points", UaTelemetry> = {
  name: "aircraft_points",
  description: "Positions of aircraft as received; the height of a point is that above the WGS84 ellipsoid.",
  geometry: "POINT",
  isMeasured: false,
  columns: [
    ...headOf<UaTelemetry>(),
    text("operational_state", "Declared state of the aircraft", (record) => record.operational_state),
    ...heightOf("altitude_msl", "MSL", "above mean sea level (EGM96)"),
    ...heightOf("altitude_wgs84", "WGS84", "above the WGS84 ellipsoid"),
    ...heightOf("altitude_agl", "AGL", "above ground"),
    ...heightOf("altitude_ato", "ATO", "above the take-off point"),
    ...heightOf("altitude_pressure", "pressure", "by pressure"),
    number("heading", "Course over ground, degrees from true north", ({ velocity }) => velocity.heading),
    number("horizontal_speed", "Speed over ground, metres per second", ({ velocity }) => velocity.horizontal_speed),
    number("vertical_speed", "Rate of climb, metres per second", ({ velocity }) => velocity.vertical_speed),
    number("velocity_east", "Speed to the east, metres per second", ({ velocity }) => velocity.components?.[0] ?? null),
    number(
      "velocity_north",
      "Speed to the north, metres per second",
      ({ velocity }) => velocity.components?.[1] ?? null,
    ),
    number("velocity_up", "Speed upwards, metres per second", ({ velocity }) => velocity.components?.[2] ?? null),
    number(
      "velocity_components_accuracy",
      "Accuracy of the three (95 %), metres per second",
      ({ velocity }) => velocity.components_accuracy,
    ),
    number(
      "speed_accuracy",
      "Accuracy of the speed (95 %), metres per second",
      ({ velocity }) => velocity.speed_accuracy,
    ),
    number("air_pressure", "Static air pressure, hectopascals", (record) => record.air_pressure),
  ],
};

const OPERATOR_POINTS: Layer<"operator_points", OperatorTelemetry> = {
  name: "operator_points",
  description:
    "Positions of operators as received; a point has a height where that above the WGS84 ellipsoid is known.",
  geometry: "POINT",
  isMeasured: false,
  columns: [
    ...headOf<OperatorTelemetry>(),
    text("altitude_type", "Reference of the height: MSL, WGS84, AGL or ATO", ({ altitude }) => altitude?.type ?? null),
    number("altitude", "Height above that reference, metres", ({ altitude }) => altitude?.value ?? null),
    number("altitude_accuracy", "Its accuracy (95 %), metres", ({ altitude }) => altitude?.accuracy ?? null),
    text("source_type", "How the position is known: take_off, live_gnss or fixed", (record) => record.source_type),
  ],
};

const identifier = (type: string, description: string): Column<TrackSummary> =>
  text(type, `${description}, as the aircraft declared it`, (_, track) => track.identifiers.get(type) ?? null);

const TRACKS: Layer<"tracks", TrackSummary> = {
  name: "tracks",
  description:
    "What one sensor received of one aircraft, as lines: measures are Unix seconds, heights those above the WGS84 ellipsoid where every position has one.",
  geometry: "MULTILINESTRING",
  isMeasured: true,
  columns: [
    text("operation_id", "The operation that it belongs to", (_, track) => track.operationId),
    text("suboperation_id", "Id of this track", (_, track) => track.suboperationId),
    text("sensor_id", "The receiver that reported it", (_, track) => track.sensorId),
    text("station_id", "The station of that receiver, if it is another one", (_, track) => track.stationId),
    text("transmission_technology", "How it was received", (_, track) => track.technology),
    identifier("serial_number", "Serial number"),
    identifier("caa_registration_id", "Registration"),
    identifier("utm_assigned_uuid", "UUID assigned by UTM"),
    identifier("specific_session_id", "Session id"),
    text("uas_operator_id", "Operator registration, public part", (_, track) => track.operatorId),
    {
      name: "time_first_telemetry",
      type: "DATETIME",
      description: "Time of its first record in this file, UTC",
      of: ({ firstTime }) => firstTime,
    },
    {
      name: "time_last_telemetry",
      type: "DATETIME",
      description: "Time of its last record in this file, UTC",
      of: ({ lastTime }) => lastTime,
    },
    {
      name: "record_count",
      type: "INTEGER",
      description: "Number of its records of the aircraft in this file",
      of: ({ records }) => records,
    },
  ],
};

export const LAYERS = { aircraft: AIRCRAFT_POINTS, operators: OPERATOR_POINTS, tracks: TRACKS } as const;

/** In the order of the columns. */
export function valuesOf<R>(layer: Layer<string, R>, record: R, track: ExportedTrack): readonly Value[] {
  return layer.columns.map(({ of }) => of(record, track));
}
