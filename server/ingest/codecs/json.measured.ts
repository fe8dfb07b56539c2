const WITH_UNIT = /^\s*([+-]?\d+(?:\.\d+)?)\s*(?:m|m\/s|°|deg|dBm|MHz)?\s*$/;
const UNKNOWN = /^\s*(?:undefined|unknown|invalid|reserved|none|nan|null|n\/a|)\s*$/i;

/**
 * An object whose measures are texts for people, as some decoders write them, with numbers in their place:
 * `"230.0 m"` is 230, `"Unknown"` is `null`. Everything else stays as it is.
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
/** Written bounds are rounded: 92.6 m is 0.05 NM. */
const TOLERANCE = 0.01;

/** The code of an accuracy that is written as its bound (`"<10 m"`, `"<3 m/s"`); 0, unknown, where it is none. */
export function accuracyCode(said: unknown, boundOf: (code: number) => number | null): number {
  if (typeof said === "number") return Number.isInteger(said) && said >= 0 && said <= 15 ? said : 0;
  const match = typeof said === "string" ? BOUND.exec(said) : null;
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

/** Seconds after the full hour from what a decoder wrote of them (`"9 min 50.0 s"`), `null` where it is anything else. */
export function writtenSecondsAfterHour(said: unknown): number | null {
  if (typeof said === "number") return said >= 0 && said <= HOUR_S ? said : null;
  if (typeof said !== "string") return null;
  const clock = CLOCK.exec(said);
  const seconds =
    clock === null
      ? Number(SECONDS.exec(said)?.[1] ?? Number.NaN)
      : Number(clock[1] ?? 0) * HOUR_S + Number(clock[2]) * 60 + Number(clock[3]);
  return seconds <= HOUR_S ? Math.round(seconds * 10) / 10 : null;
}
