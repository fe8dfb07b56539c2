import type { Identifier } from "./sighting.ts";

const ORDER: readonly Identifier["type"][] = [
  "serial_number",
  "caa_registration_id",
  "utm_assigned_uuid",
  "specific_session_id",
];

/**
 * The one identifier by which documents and other programs know an aircraft: its serial number if there is one, because
 * it stays the same; otherwise what else it declares. The newest where it declared several of a type; `null` for none.
 */
export function uasIdOf(identifiers: readonly { readonly type: string; readonly value: string }[]): string | null {
  for (const type of ORDER) {
    const found = identifiers.findLast((one) => one.type === type);
    if (found !== undefined) return found.value;
  }
  return null;
}
