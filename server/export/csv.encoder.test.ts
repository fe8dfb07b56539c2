import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OperatorTelemetry, SystemTelemetry, UaTelemetry } from "../contracts/telemetry.ts";
import { toOperatorTelemetry, toSystemTelemetry, toUaTelemetry } from "../kernel/telemetry-records.ts";
import type { OnTrack, Slice, TrackOrigin } from "../kernel/telemetry.ts";
import { OPERATOR_COLUMNS, SYSTEM_COLUMNS, UA_COLUMNS } from "./csv-records.ts";
import { anyOperatorSlices, anySystemSlices, anyUaSlices } from "./samples/arbitraries.ts";
import { documentOf, ofOperator, ofSystem, ofUa } from "./samples/document.ts";
import { originOf } from "./slice-encoder.ts";
import { csvText } from "./text-escaping.ts";

type Field = string | number | boolean | null;
type Columns = readonly string[];

/** Parses RFC 4180 strictly: CRLF ends a row, quotes are complete or doubled. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (field.lastIndex < text.length) {
    const found = field.exec(text);
    if (!found) throw new Error("not RFC 4180");
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    if (found[3] === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** A field of the API record as it is read from the CSV, without quotes. */
function shown(field: Field | undefined): string {
  if (field === null || field === undefined) return "";
  if (typeof field !== "string") return String(field);
  return parseCsv(`${csvText(field)}\r\n`)
    .flat()
    .join();
}

function rowsOf<P, R>(
  columns: Columns,
  slices: readonly Slice<P>[],
  toWire: (point: OnTrack<P>, origin: TrackOrigin) => R,
  flatten: (wire: R) => Readonly<Record<string, Field | undefined>>,
): readonly (readonly string[])[] {
  const rows = slices.flatMap((slice) =>
    slice.points.map((point) => {
      const { timestamp, ...flat } = flatten(toWire(point, originOf(slice, point.track)));
      return columns.map((column) => (column === "timestamp" ? String(timestamp) : plain(shown(flat[column]))));
    }),
  );
  return [columns, ...rows];
}

const readBack = (document: string) => parseCsv(document).map((row) => row.map(plain));

/** Normalises numbers, because JavaScript writes very small and very large ones with an exponent. */
function plain(text: string): string {
  return text !== "" && /^-?[\d.]+(e[+-]\d+)?$/.test(text) ? `${Number(text)}` : text;
}

function flattenUa(wire: UaTelemetry) {
  const { location, altitudes, velocity, ...rest } = wire;
  const [east, north, up] = velocity.components ?? [];
  const heights = altitudes.flatMap(({ type, value, accuracy }) => {
    const column = `altitude_${type.toLowerCase()}`;
    return [[column, value] as const, [`${column}_accuracy`, accuracy] as const];
  });
  return {
    ...rest,
    latitude: location.latitude,
    longitude: location.longitude,
    location_accuracy: location.accuracy,
    ...Object.fromEntries(heights),
    heading: velocity.heading,
    horizontal_speed: velocity.horizontal_speed,
    vertical_speed: velocity.vertical_speed,
    velocity_east: east,
    velocity_north: north,
    velocity_up: up,
    velocity_components_accuracy: velocity.components_accuracy,
    speed_accuracy: velocity.speed_accuracy,
  };
}

function flattenPlace(wire: Pick<SystemTelemetry, "location" | "altitude">) {
  return {
    latitude: wire.location?.latitude,
    longitude: wire.location?.longitude,
    location_accuracy: wire.location?.accuracy,
    altitude_type: wire.altitude?.type,
    altitude: wire.altitude?.value,
    altitude_accuracy: wire.altitude?.accuracy,
  };
}

function flattenOperator(wire: OperatorTelemetry) {
  const { location, altitude, ...rest } = wire;
  return { ...rest, ...flattenPlace({ location, altitude }) };
}

function flattenSystem(wire: SystemTelemetry) {
  const { location, altitude, power_source: power, lte_connectivity: lte, gnss_connectivity: gnss, ...rest } = wire;
  return {
    ...rest,
    ...flattenPlace({ location, altitude }),
    power_type: power?.type,
    input_voltage: power?.input_voltage,
    charge_percentage: power?.charge_percentage,
    is_being_charged: power?.is_being_charged,
    lte_status: lte?.status,
    lte_rsrq: lte?.rsrq,
    lte_rsrp: lte?.rsrp,
    lte_snr: lte?.snr,
    lte_tac: lte?.tac,
    lte_cell_id: lte?.cell_id,
    gnss_status: gnss?.status,
    gnss_satellites: gnss?.satellites,
  };
}

describe("CSV", () => {
  it("contains the API records of aircraft, flattened, in strict RFC 4180", async () => {
    await fc.assert(
      fc.asyncProperty(anyUaSlices, async (slices) => {
        const document = await documentOf(ofUa(slices), "csv");
        expect(readBack(document)).toStrictEqual(rowsOf(UA_COLUMNS, slices, toUaTelemetry, flattenUa));
      }),
    );
  });

  it("contains the API records of operators, flattened, in strict RFC 4180", async () => {
    await fc.assert(
      fc.asyncProperty(anyOperatorSlices, async (slices) => {
        const document = await documentOf(ofOperator(slices), "csv");
        expect(readBack(document)).toStrictEqual(
          rowsOf(OPERATOR_COLUMNS, slices, toOperatorTelemetry, flattenOperator),
        );
      }),
    );
  });

  it("contains the API records of systems, flattened, in strict RFC 4180", async () => {
    await fc.assert(
      fc.asyncProperty(anySystemSlices, async (slices) => {
        const document = await documentOf(ofSystem(slices), "csv");
        expect(readBack(document)).toStrictEqual(rowsOf(SYSTEM_COLUMNS, slices, toSystemTelemetry, flattenSystem));
      }),
    );
  });
});
