import { createPositionDecoder, type PositionDecoder, type PositionReport } from "./position.fix.ts";

/** Longest sentence of the standard is 82 characters; some receivers send more. */
const MAX_SENTENCE = 256;
/** After this many RMC without a GGA the receiver sends no GGA. */
const MAX_RMC_ALONE = 3;
/**
 * Quality of a GGA: a position that was measured (GNSS, differential, PPS, RTK); the others are estimated or simulated.
 */
const MEASURED_QUALITIES = new Set(["1", "2", "3", "4", "5"]);
/** Mode of an RMC: autonomous, differential, float, precise, RTK; estimated, manual and simulated ones are excluded. */
const MEASURED_MODES = new Set(["", "A", "D", "F", "P", "R"]);

/**
 * NMEA 0183 of a GNSS receiver: GGA, which has the altitude, or RMC alone. A sentence without a valid checksum is
 * refused; an estimated or simulated position counts as none.
 */
export function createNmeaDecoder(): PositionDecoder {
  let rmcAlone = 0;

  function decodeSentence(line: string): PositionReport | undefined {
    const start = line.indexOf("$");
    const sentence = start < 0 ? "" : line.slice(start).trimEnd();
    const body = /^\$([A-Z]{2}(RMC|GGA),[^*$]*)(?:\*([0-9A-F]{2}))?$/i.exec(sentence);
    const [, content, type, checksum] = body ?? [];
    if (content === undefined || type === undefined) return undefined;
    if (checksum === undefined || Number.parseInt(checksum, 16) !== checksumOf(content)) {
      return { kind: "refused", reason: "bad_checksum", detail: `a sentence ${type} whose checksum does not fit` };
    }
    const fields = content.split(",");
    if (type.toUpperCase() === "GGA") {
      rmcAlone = 0;
      return ofGga(fields);
    }
    rmcAlone += 1;
    const report = ofRmc(fields);
    // The GGA before or after has the same position with its altitude.
    return report.kind === "fix" && rmcAlone < MAX_RMC_ALONE ? undefined : report;
  }

  return createPositionDecoder(MAX_SENTENCE, decodeSentence);
}

function ofGga(fields: readonly string[]): PositionReport {
  if (!MEASURED_QUALITIES.has(fields[6] ?? "")) return { kind: "no_fix" };
  return reportOf(fields.slice(2, 6), {
    altitudeM: fields[10]?.toUpperCase() === "M" ? numberOf(fields[9]) : null,
    satellites: numberOf(fields[7]),
  });
}

function ofRmc(fields: readonly string[]): PositionReport {
  const isMeasured = fields[2] === "A" && MEASURED_MODES.has((fields[12] ?? "").toUpperCase());
  return isMeasured ? reportOf(fields.slice(3, 7), { altitudeM: null, satellites: null }) : { kind: "no_fix" };
}

function reportOf(
  [latitude, ns, longitude, ew]: readonly (string | undefined)[],
  { altitudeM, satellites }: { readonly altitudeM: number | null; readonly satellites: number | null },
): PositionReport {
  const [north, east] = [degreesOf(latitude, ns, "NS", 90), degreesOf(longitude, ew, "EW", 180)];
  if (north === undefined || east === undefined) {
    return { kind: "refused", reason: "value_out_of_range", detail: "a sentence whose position is none" };
  }
  const altitudeReference = altitudeM === null ? null : "MSL";
  return {
    kind: "fix",
    fix: { latitude: north, longitude: east, altitudeM, altitudeReference, accuracyM: null, satellites },
  };
}

/** `4704.2000` with `N`: degrees and minutes. */
function degreesOf(text = "", side = "", sides: string, max: number): number | undefined {
  const match = /^(\d{2,3})(\d{2}(?:\.\d+)?)$/.exec(text);
  const sign = side === "" ? -1 : sides.indexOf(side.toUpperCase());
  const [degrees, minutes] = [Number(match?.[1]), Number(match?.[2])];
  const value = degrees + minutes / 60;
  if (match === null || sign < 0 || minutes >= 60 || value > max) return undefined;
  return Math.round((sign === 0 ? value : -value) * 1e7) / 1e7;
}

function numberOf(text = ""): number | null {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : null;
}

/** Exclusive or of the characters between `$` and `*`. */
export function checksumOf(content: string): number {
  let sum = 0;
  for (let at = 0; at < content.length; at += 1) sum ^= content.charCodeAt(at) & 0xff;
  return sum;
}
