import type { Flight } from "../../../../../server/contracts/flights.ts";

/** The aircraft of a flight: that of the account, or else the device, or else the one that the log declares. */
export function titlePartsOf({
  aircraft,
  device,
  import_note: note,
}: Pick<Flight, "aircraft" | "device" | "import_note">): readonly string[] {
  const own = aircraft?.name ?? device?.name;
  if (own !== undefined) return [own];
  return [note?.declared_aircraft, note?.source_name].filter((part) => part !== null && part !== undefined);
}
