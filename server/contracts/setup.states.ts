/** Families of devices that are recognised; only the first three can be set up. */
export const SETUP_FAMILIES = [
  "arduremoteid",
  "dronetag",
  "rider",
  "dronescout_bridge",
  "flight_controller",
  "gnss",
  "modem",
  "esp_console",
] as const;
export type SetupFamily = (typeof SETUP_FAMILIES)[number];

/** `lost`: unplugged, waiting for the same device; the last four are ends, `partly` and `failed` can be tried again. */
export const SETUP_STATES = [
  "opening",
  "identifying",
  "ready",
  "reading",
  "planned",
  "writing",
  "restarting",
  "verifying",
  "checking",
  "lost",
  "done",
  "partly",
  "failed",
  "unknown",
] as const;
export type SetupState = (typeof SETUP_STATES)[number];

/** The outcome for a value: proved by reading it back, sent without a proof, refused by the device, or never sent. */
export const SETUP_RESULTS = ["verified", "unproven", "refused", "unsent"] as const;
export type SetupResultKind = (typeof SETUP_RESULTS)[number];

/** Where a wanted value comes from. */
export const SETUP_VALUE_SOURCES = ["person", "configuration_set", "snapshot"] as const;

/** The message of a session and a batch about a device with `needs_replug`. */
export const REPLUG_SENTENCE = "Unplug the device and plug it in again: some settings take effect when it starts.";
