/** Sentences of the frame around the pages, and those that many pages share. */
export const app = { name: "Fieldstation" } as const;

export const common = {
  cancel: "Cancel",
  close: "Close",
  copied: "Copied",
  copyRefused: "The browser did not allow copying. Select the text and copy it by hand.",
  linkCopied: "Link copied",
  linkNotCopied: "The browser did not allow copying. Copy the address of the page instead.",
  day: "{label}, day",
  dismiss: "Dismiss",
  loading: "Loading…",
  notKnown: "not known",
  retry: "Try again",
  sending: "Sending {name}: {percent}\u00a0% of {size}",
  notReadYet: "{name}: not read yet.",
  time: "{label}, time in 24 hours",
  timePattern: "hh:mm",
  dayPattern: "yyyy-mm-dd",
  calendar: "{label}: calendar",
  pageFailed: "The page could not be loaded",
  unreachable: "The station does not answer.",
  badCoordinates: "Enter coordinates such as 47.0700, 15.4300, or as DMS, UTM or MGRS.",
  skipToContent: "Skip to the content",
} as const;

export const compass = { N: "N", NE: "NE", E: "E", SE: "SE", S: "S", SW: "SW", W: "W", NW: "NW" } as const;

export const region = {
  place: "Around",
  placeHint: "Coordinates in any format; at first the middle of the map.",
  km: "To each side, km",
  badKm: "A number from more than 0 to 1200.",
} as const;

export const nav = {
  label: "Main",
  live: "Live",
  alerts: "Alerts",
  log: "Log",
  flights: "Flights",
  aircraft: "Aircraft",
  devices: "Devices",
  sources: "Sources",
  outputs: "Outputs",
  sync: "Sync",
  settings: "Settings",
  administration: "People",
} as const;

export const station = {
  connecting: "Connecting",
  connected: "Connected",
  reconnecting: "Reconnecting",
  offline: "Offline",
  starting: "Starting",
  failed: "Stopped",
  restart: "Start again",
  failedText: "The station has stopped: {message}",
  restartingText: "{reason} It restarts by itself; nothing recorded is lost.",
  offlineText: "No connection to the station. You see what was received last; the console reconnects by itself.",
  sources: {
    unknown: "Sources not known",
    none: "No sources",
    off: "All sources switched off",
    waiting_for_push: "Waiting for pushes",
    not_running: "{up} of {all} sources running",
    some_running: "{up} of {all} sources running",
    running: "{up} of {all} sources running",
  },
  strip: {
    values: "{rate}/s · {share} refused · {age} ago",
    quiet: "{rate}/s · {age} ago",
    noFrame: "{rate}/s · no frame yet",
    behind: "{rate}/s · {age} behind",
    spokenBehind: "{name}: {rate} frames per second, {age} behind the station's clock",
    more: "More sources: {n}",
    spoken: "{name}: {rate} frames per second, {share} refused, last frame {age} ago",
    spokenQuiet: "{name}: no frames now, last frame {age} ago",
  },
  frozen: "Display frozen since {time} {zone}",
  demo: "Demonstration",
  demoText: "Everything you see is simulated. None of it is real traffic.",
  toNight: "Night mode",
  toRed: "Red mode",
  toDay: "Day mode",
  clock: "Time, {zone}",
} as const;
