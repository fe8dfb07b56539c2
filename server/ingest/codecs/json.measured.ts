const WITH_UNIT = /^\s*([+-]?\d+(?:\.\d+)?)\s*(?:m|m\/s|°|deg|dBm|MHz)?\s*$/;
const UNKNOWN = /^\s*(?:undefined|unknown|invalid|reserved|none|nan|null|n\/a|)\s*$/i;

/**
 * Replaces measurements that a decoder wrote as text by numbers: `"230.0 m"` becomes 230, `"Unknown"` becomes `null`.
 * Other values are unchanged.
 */
export function withoutUnits(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, withoutUnit(value)]));
}

function withoutUnit(value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (UNKNOWN.test(value)) return null;
  const number = WITH_UNIT.exec(value)?.[1];
  return number === undefined ? value : Number(number);
}

const BOUND = /^\s*<\s*(\d+(?:\.\d+)?)\s*(km|m)/;
/** The decoder rounds bounds: it writes 0.05 NM as 92.6 m. */
const TOLERANCE = 0.01;

/** The code of an accuracy given as a bound (`"<10 m"`, `"<3 m/s"`); 0 (unknown) if it is invalid. */
export function accuracyCode(value: unknown, boundOf: (code: number) => number | null): number {
  if (typeof value === "number") return Number.isInteger(value) && value >= 0 && value <= 15 ? value : 0;
  const match = typeof value === "string" ? BOUND.exec(value) : null;
  if (match === null) return 0;
  const bound = Number(match[1]) * (match[2] === "km" ? 1000 : 1);
  for (let code = 1; code <= 15; code += 1) {
    const known = boundOf(code);
    if (known !== null && Math.abs(known - bound) <= known * TOLERANCE) return code;
  }
  return 0;
}

const CLOCK = /^\s*(?:(\d+)\s*h\s+)?(\d+)\s*min\s+(\d+(?:\.\d+)?)\s*s/;
const SECONDS = /^\s*(\d+(?:\.\d+)?)\s*(?:s|sec|seconds)\b/;
const HOUR_S = 3600;

/** Parses seconds after the full hour (`"9 min 50.0 s"`); `null` if it is not such a time. */
export function writtenSecondsAfterHour(value: unknown): number | null {
  if (typeof value === "number") return value >= 0 && value <= HOUR_S ? value : null;
  if (typeof value !== "string") return null;
  const clock = CLOCK.exec(value);
  const seconds =
    clock === null
      ? Number(SECONDS.exec(value)?.[1] ?? Number.NaN)
      : Number(clock[1] ?? 0) * HOUR_S + Number(clock[2]) * 60 + Number(clock[3]);
  return seconds <= HOUR_S ? Math.round(seconds * 10) / 10 : null;
}
