import type { Identifier } from "../../kernel/sighting.ts";

/** The serial number if there is one, because it stays the same; else what else names the aircraft. */
export function uasIdOf(identifiers: readonly Identifier[]): string | null {
  const order = ["serial_number", "caa_registration_id", "utm_assigned_uuid", "specific_session_id"] as const;
  for (const type of order) {
    const found = identifiers.findLast((one) => one.type === type);
    if (found !== undefined) return found.value;
  }
  return null;
}
