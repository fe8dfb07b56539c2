/** Sentences about the search over everything that has a name; part of `en.ts`. */
export const search = {
  open: "Search",
  hint: "Search ( / or Ctrl+K )",
  title: "Search",
  text: "Devices, aircraft, flights and zones, by a part of their name. Arrow keys choose, Enter opens.",
  label: "Part of a name",
  results: "Search results",
  none: "No name contains that.",
  count: "Nothing found | 1 found | {n} found",
  failed: "The search did not work. {reason}",
  kinds: { aircraft: "Aircraft", device: "Device", flight: "Flight", zone: "Zone" },
} as const;
