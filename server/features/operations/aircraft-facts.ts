import type { Identifier } from "../../kernel/sighting.ts";

/** ASTM F3411-22a, table of UA types. */
const AIRCRAFT_TYPES = [
  "undeclared",
  "aeroplane",
  "helicopter_or_multirotor",
  "gyroplane",
  "hybrid_lift",
  "ornithopter",
  "glider",
  "kite",
  "free_balloon",
  "captive_balloon",
  "airship",
  "free_fall_parachute",
  "rocket",
  "tethered_powered_aircraft",
  "ground_obstacle",
  "other",
] as const;

export function aircraftType(code: number | null): string | null {
  return code === null ? null : (AIRCRAFT_TYPES[code] ?? null);
}

/** Maker codes of ANSI/CTA-2063-A seen on real aircraft: the first four characters of a serial number. */
const MAKERS: Readonly<Record<string, string>> = { "1581": "DJI", "1588": "Parrot", "1596": "Dronetag" };

export function makerOf(identifiers: readonly Identifier[]): string | null {
  const serial = identifiers.find(({ type }) => type === "serial_number");
  return serial === undefined ? null : (MAKERS[serial.value.slice(0, 4)] ?? null);
}
