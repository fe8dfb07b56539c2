import { isRecord } from "../../kernel/is-record.ts";
import { createPositionDecoder, type PositionDecoder, type PositionReport } from "./position.fix.ts";

/** Switches on reports of the receivers of a gpsd (gpsd_json(5)). */
export const GPSD_WATCH = '?WATCH={"enable":true,"json":true}\n';

const MAX_LINE = 65_536;
/** Fields `mode` and `status` of a TPV. */
const MIN_FIX_MODE = 2;
const MODE_WITH_ALTITUDE = 3;
/** Dead reckoning and simulation: values that were not measured. */
const NOT_MEASURED: ReadonlySet<unknown> = new Set([5, 8]);

/** The reports of a gpsd: positions (TPV) and satellites (SKY), one JSON object in a line. */
export function createGpsdDecoder(): PositionDecoder {
  let satellites: number | null = null;

  function decodeLine(line: string): PositionReport | undefined {
    if (line.trim() === "") return undefined;
    const report = parsedOf(line);
    if (report === undefined) return { kind: "refused", reason: "malformed_json", detail: "a line that is no object" };
    if (report["class"] === "SKY") satellites = integerOf(report["uSat"]) ?? satellites;
    // The receiver was unplugged; if there is another, its next TPV follows.
    if (report["class"] === "DEVICE" && report["activated"] === 0) return { kind: "no_fix" };
    return report["class"] === "TPV" ? ofTpv(report, satellites) : undefined;
  }

  return createPositionDecoder(MAX_LINE, decodeLine);
}

function ofTpv(report: Readonly<Record<string, unknown>>, satellites: number | null): PositionReport {
  const mode = integerOf(report["mode"]) ?? 0;
  if (mode < MIN_FIX_MODE || NOT_MEASURED.has(report["status"])) return { kind: "no_fix" };
  const [latitude, longitude] = [numberOf(report["lat"]), numberOf(report["lon"])];
  if (latitude === null || longitude === null) return { kind: "no_fix" };
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
    return { kind: "refused", reason: "value_out_of_range", detail: "a TPV whose position is none" };
  }
  const hasAltitude = mode >= MODE_WITH_ALTITUDE;
  const [mslM, ellipsoidM] = hasAltitude ? [numberOf(report["altMSL"]), numberOf(report["altHAE"])] : [null, null];
  return {
    kind: "fix",
    fix: {
      latitude,
      longitude,
      altitudeM: mslM ?? ellipsoidM,
      altitudeReference: mslM === null ? (ellipsoidM === null ? null : "WGS84") : "MSL",
      accuracyM: numberOf(report["eph"]),
      satellites,
    },
  };
}

function parsedOf(line: string): Readonly<Record<string, unknown>> | undefined {
  const text = line.trim();
  // Throwing for each of very many short lines would block everything else.
  if (!text.startsWith("{") || !text.endsWith("}")) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

const integerOf = (value: unknown): number | null => (Number.isInteger(value) ? (value as number) : null);
