/** Sentences about the live page and its map. */
export const age = {
  active: "Live",
  ageing: "Ageing",
  stale: "Stale",
  gone: "Gone",
  recording: "Recording",
  activeHint: "received in the last 30 seconds",
  ageingHint: "not received for 30 seconds",
  staleHint: "not received for 90 seconds: it may be anywhere by now",
} as const;

export const live = {
  title: "Live",
  listLabel: "Aircraft in view",
  count: "No aircraft in view | 1 aircraft in view | {n} aircraft in view",
  countFiltered: "None in view matches | 1 in view matches | {n} in view match",
  elsewhere: "1 more elsewhere | {n} more elsewhere",
  showAll: "Show all",
  sort: "Sort",
  sortReceived: "Last received",
  sortName: "Name",
  sortHeight: "Height",
  sortSpeed: "Speed",
  sortDistance: "Nearest",
  unknownAircraft: "Unknown aircraft",
  absent: {
    title: "Not received now",
    since: "Last received {time}.",
    never: "It was not received yet.",
    replay: "Show where it was last",
    log: "Show it in the log",
  },
  emergency: "Emergency",
  recording: "Recording of {time}",
  warned: "Has warnings",
  approximate: "Approximate",
  fromPeer: "from {name}",
  emptyTitle: "Nothing in the air here",
  emptyText: "Aircraft with Remote ID appear as soon as a source receives them.",
  emptyNoSources: "The station has no receiver to listen to. Add one.",
  emptyWaiting:
    "The station waits for receivers that push data to it; nothing has arrived yet. Add a source that receives by itself.",
  demonstrationByOption:
    "To look around first, start Fieldstation with --demo: simulated aircraft in a recording of their own.",
  demonstrationHere: "To look around first, open the demonstration: simulated aircraft in a recording of their own.",
  openDemonstration: "Open the demonstration",
  emptyNotRunning: "No source is running. Switch one on to receive aircraft.",
  emptyElsewhere: "Nothing in this part of the map.",
  emptyFiltered:
    "No aircraft in view passes the filters. | No aircraft in view passes the filters: 1 is hidden. | No aircraft in view passes the filters: {n} are hidden.",
  addSource: "Add a source",
  openSources: "Open sources",
  loadFailed: "The current operations could not be loaded. The console tries again by itself.",
  wideView:
    "Large region: positions outside the middle are approximate, without height and heading, and come every 5 seconds. Zoom in for live positions.",
  help: "Arrow keys select an aircraft, Enter shows it on the map, Escape clears the selection.",
} as const;

export const map = {
  replayed: "recording {label}",
  approximate: "≈ position",
  label: "Map. Use the list beside it to choose aircraft by keyboard.",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show all aircraft",
  attributionBuiltIn: "Natural Earth · ETOPO5 · GeoNames · OurAirports",
  attributionOnline: "© OpenStreetMap contributors",
  onlineFailed: "Online map not reachable: built-in map",
  detailEnds: "No more detail in the built-in map: shores may be 1 km off.",
  detailShort: "No more detail",
  useOnline: "Use the online map",
  detailSettings: "Other maps and terrain",
} as const;
