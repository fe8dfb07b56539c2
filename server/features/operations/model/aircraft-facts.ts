import type { Identifier } from "../../../kernel/sighting.ts";
import { UA_TYPES } from "../../../kernel/ua-types.ts";

export function aircraftType(code: number | null): string | null {
  return code === null ? null : (UA_TYPES[code] ?? null);
}

/** Manufacturer codes of ANSI/CTA-2063-A seen on real aircraft: the first four characters of a serial number. */
const MANUFACTURERS: Readonly<Record<string, string>> = { "1581": "DJI", "1588": "Parrot", "1596": "Dronetag" };

export function manufacturerOf(identifiers: readonly Identifier[]): string | null {
  const serial = identifiers.find(({ type }) => type === "serial_number");
  return serial === undefined ? null : (MANUFACTURERS[serial.value.slice(0, 4)] ?? null);
}
