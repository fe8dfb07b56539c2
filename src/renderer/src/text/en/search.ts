/** Sentences about finding things and about keyboard shortcuts. */
export const search = {
  open: "Find",
  hint: "Find ( / or Ctrl+K )",
  title: "Find",
  text: "Aircraft received now, your own aircraft, devices and flights, places, coordinates, commands and the log. Arrow keys select, Enter opens.",
  label: "Name, place, coordinates or command",
  results: "Search results",
  none: "Nothing found: no aircraft, name, town, coordinates or command.",
  count: "Nothing found | 1 found | {n} found",
  failed: "Your own aircraft, devices and flights could not be searched. {reason}",
  groups: {
    aircraft: "Aircraft received",
    own: "Your own",
    places: "Places",
    commands: "Commands",
    log: "Log",
  },
  /** Behind the name of a group of which more was found than is listed. */
  part: ", the first {n}",
  kinds: { aircraft: "Aircraft", device: "Device", flight: "Flight", zone: "Zone" },
  received: "{age} ago",
  neverReceived: "no position yet",
  inLog: "Search the log for “{text}”",
  unnamed: "Unknown aircraft",
  town: "Town",
  coordinates: "Coordinates",
  myPlace: "Where I am",
} as const;

export const commands = {
  goTo: "Go to {page}",
  find: "Find",
  shortcuts: "Keyboard shortcuts",
  help: "Help for this page",
  undo: "Undo, while a message offers it",
  nothingToUndo: "There is nothing to undo now.",
  acknowledge: "Acknowledge the most urgent alert",
  plan: "Plan a flight",
  import: "Import flight logs",
  replay: "Replay the last ten minutes",
  backToLive: "Back to live",
  measure: "Measure on the map",
  fit: "Show all aircraft",
  export: "Export the chosen aircraft",
  night: "Switch between day and night",
  setUp: "Set up a device",
  newAlertRule: "New alert rule",
  firstSteps: "First steps: place and sources",
} as const;

export const shortcuts = {
  title: "Keyboard shortcuts",
  text: "Single keys do nothing while you type. Lists and the map also use the arrow keys, Enter and Escape.",
  off: "Single keys are switched off. Those with Ctrl always work.",
  singleKeys: "Single-key shortcuts",
  singleKeysHint:
    "A single letter opens a page or starts an action. Switch this off if keys are pressed by accident or by speech input.",
} as const;
