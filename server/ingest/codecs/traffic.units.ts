/** Units and codes of ADS-B, shared by the formats of its receivers. */

export const FOOT_M = 0.3048;
export const KNOT_MPS = 1852 / 3600;
export const FOOT_PER_MINUTE_MPS = FOOT_M / 60;

/** The possible heights in feet: from the Dead Sea up to above what any transponder reports. */
export const ALTITUDE_FT = { min: -2000, max: 150_000 } as const;
export const SPEED_KT = { min: 0, max: 4000 } as const;
export const CLIMB_FT_PER_MINUTE = { min: -50_000, max: 50_000 } as const;
export const HEADING_DEG = { min: 0, max: 360 } as const;

/**
 * The address in its stored form: lower case, `~` before one that is not an ICAO address; `undefined` if it is invalid.
 */
export function aircraftAddressOf(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  return /^~?[0-9a-f]{6}$/.test(address) ? address : undefined;
}

/** A callsign without filler characters. */
export function callsignOf(text: string | null): string | null {
  const callsign = (text ?? "").replaceAll(/[^\x21-\x7e]|[@_?]/g, "");
  return callsign === "" ? null : callsign.slice(0, 16);
}

/** `A1` to `C7`; a category without information counts as none. */
export function categoryOf(text: string | null): string | null {
  const category = (text ?? "").trim().toUpperCase();
  return /^[A-D][1-7]$/.test(category) ? category : null;
}

/** A measurement in metres or metres per second, rounded to its real precision: whole centimetres. */
export function toMetric(value: number | null, unit: number): number | null {
  return value === null ? null : Math.round(value * unit * 100) / 100;
}
