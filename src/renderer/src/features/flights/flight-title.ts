import type { Flight } from "../../../../../server/contracts/flights.ts";

/** What is known of the aircraft: that of the account, else the device, else what the log says. */
export function titlePartsOf({
  aircraft,
  device,
  import_note: note,
}: Pick<Flight, "aircraft" | "device" | "import_note">): readonly string[] {
  const own = aircraft?.name ?? device?.name;
  if (own !== undefined) return [own];
  return [note?.declared_aircraft, note?.source_name].filter((part) => part !== null && part !== undefined);
}
