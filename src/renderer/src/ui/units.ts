import { formatFixed } from "../text/numbers.ts";

export type UnitSystem = "metric" | "aviation";

const FEET_PER_METRE = 1 / 0.3048;
const KNOTS_PER_METRE_PER_SECOND = 3600 / 1852;
const METRES_PER_NAUTICAL_MILE = 1852;
const FEET_PER_MINUTE = FEET_PER_METRE * 60;

/** A no-break space keeps a number and its unit on one line. */
const GAP = "\u00a0";

export function formatHeight(metres: number, units: UnitSystem): string {
  return units === "metric" ? `${Math.round(metres)}${GAP}m` : `${Math.round(metres * FEET_PER_METRE)}${GAP}ft`;
}

export function formatSpeed(metresPerSecond: number, units: UnitSystem): string {
  return units === "metric"
    ? `${formatFixed(metresPerSecond, 1)}${GAP}m/s`
    : `${formatFixed(metresPerSecond * KNOTS_PER_METRE_PER_SECOND, 0)}${GAP}kt`;
}

/** Signed, so that climb and descent can be distinguished without colour. */
export function formatVerticalSpeed(metresPerSecond: number, units: UnitSystem): string {
  const value = units === "metric" ? metresPerSecond : metresPerSecond * FEET_PER_MINUTE;
  const digits = units === "metric" ? 1 : 0;
  const text = formatFixed(Math.abs(value), digits);
  const sign = Number(Math.abs(value).toFixed(digits)) === 0 ? "" : value > 0 ? "+" : "\u2212";
  return `${sign}${text}${GAP}${units === "metric" ? "m/s" : "ft/min"}`;
}

export function formatVolts(volts: number): string {
  return `${formatFixed(volts, 2)}${GAP}V`;
}

/** Power of a radio signal, or a ratio. */
export function formatDecibels(value: number, unit: "dB" | "dBm"): string {
  const tenths = Math.round(Math.abs(value) * 10);
  const text = formatFixed(tenths / 10, tenths % 10 === 0 ? 0 : 1);
  return `${value < 0 && tenths !== 0 ? "\u2212" : ""}${text}${GAP}${unit}`;
}

export function formatDistance(metres: number, units: UnitSystem): string {
  if (units === "metric") {
    return metres < 1_000
      ? `${Math.round(metres)}${GAP}m`
      : `${formatFixed(metres / 1_000, metres < 10_000 ? 2 : 1)}${GAP}km`;
  }
  const feet = metres * FEET_PER_METRE;
  if (feet < 3_000) return `${Math.round(feet)}${GAP}ft`;
  const miles = metres / METRES_PER_NAUTICAL_MILE;
  return `${formatFixed(miles, miles < 10 ? 2 : 1)}${GAP}NM`;
}

/** Square metres, hectares, then square kilometres or square nautical miles. */
export function formatArea(squareMetres: number, units: UnitSystem): string {
  if (squareMetres < 10_000) return `${Math.round(squareMetres)}${GAP}m²`;
  if (squareMetres < 1e6) return `${formatFixed(squareMetres / 10_000, 2)}${GAP}ha`;
  const [value, unit] =
    units === "metric" ? [squareMetres / 1e6, "km²"] : [squareMetres / METRES_PER_NAUTICAL_MILE ** 2, "NM²"];
  return `${formatFixed(value, value < 100 ? 2 : 0)}${GAP}${unit}`;
}

export function formatHeading(degrees: number): string {
  return `${String(Math.round(degrees) % 360).padStart(3, "0")}°`;
}

const COMPASS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const;
export type CompassPoint = (typeof COMPASS)[number];

export function compassPointOf(degrees: number): CompassPoint {
  return COMPASS[Math.round(degrees / 45) % 8] ?? "N";
}

/** Decimal degrees with five decimals, about a metre: a format that other tools accept. */
export function formatPosition({
  latitude,
  longitude,
}: {
  readonly latitude: number;
  readonly longitude: number;
}): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

const BYTE_UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

/** Powers of ten, as disks are sold: `0 B`, `812 B`, `1.4 MB`, `23 GB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < BYTE_UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  return `${formatFixed(value, digits)}${GAP}${BYTE_UNITS[unit] ?? "B"}`;
}
