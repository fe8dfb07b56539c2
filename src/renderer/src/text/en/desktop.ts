/** Sentences about the app on this computer, outside a browser. */
export const desktopApp = {
  title: "Desktop",
  text: "Of the Fieldstation app on this computer.",
  keep: "When the window is closed",
  keepHint: "While a source is active, receiving can go on without the window, with an icon beside the clock.",
  keepAsk: "Ask",
  keepYes: "Keep receiving",
  keepNo: "Quit",
  awake: "Stay awake while a source is active",
  awakeHint: "Keeps the computer from going to sleep; the screen may still go dark.",
  alerts: "Alerts as notifications of the system",
  alertsHint: "While the window is not in front, for alert rules that notify.",
  keychain: "Keep the station's key in the keychain",
  keychainHint:
    "The key that seals sign-ins and secrets moves from a file into the system's keychain when the app starts next, and back when this is off. A locked keychain then delays the start; commands on the data folder need the app.",
  updates: "Ask once a day for a newer version",
  updatesHint: "Asks the release page only. Nothing is sent about you, and nothing is downloaded by itself.",
  updateStates: {
    unavailable: "This build does not say where its releases are published.",
    notChecked: "Not asked yet.",
    checking: "Asking…",
    newest: "You have the newest version (asked {time}).",
    newer: "Version {version} is available.",
    offline: "There is no network now.",
    unreachable: "The release page does not answer.",
    unreadable: "The answer of the release page could not be understood.",
  },
  check: "Ask now",
  openRelease: "Open its page",
  cache: "Kept of pages and the online map",
  cacheHint:
    "Part of what the online map has sent, so that it is there again without a request. Maps of your own are no part of it.",
  clearCache: "Empty",
  logs: "Log files",
  logsHint: "What the app and its station write about themselves, in two files of 5 MB at most.",
  showLogs: "Show the folder",
  logsFailed: "The folder of the log files cannot be opened. {reason}",
  diagnostics: "Diagnostics",
  diagnosticsHint: "Versions, settings, health and logs as a ZIP, without passwords, tokens and names.",
  saveDiagnostics: "Save diagnostics…",
  saved: "Saved: {name}",
  saveFailed: "Not saved: {reason}",
  opened: {
    map: "Added to the maps: {name}",
    mapFailed: "{name} was not added: {reason}",
    unreadable: "{name} could not be read.",
    refused: {
      "unknown-kind":
        "{name} is no file that Fieldstation opens. It opens flight logs (.gpx, .kml, .tlog, .ulg), recordings (.pcap) and maps (.pmtiles, .mbtiles, .gpkg).",
      missing: "{name} is not there any more.",
      "no-file": "{name} is not a file.",
      unreadable: "{name} could not be read.",
      "too-large": "{name} is too large to be a flight log.",
      "bad-link": "This link leads nowhere in Fieldstation: {name}",
    },
  },
} as const;

/** Sentences about the software of others. */
export const thirdParty = {
  show: "Show the licences of third parties",
  title: "Licences of third parties",
  text: "Fieldstation contains these {n} packages. What else it contains is named in NOTICE, beside the app.",
  search: "Search packages",
  failed: "The list could not be loaded.",
  none: "No package has this name.",
} as const;
