/** Sentences about the app on this computer, outside a browser. */
export const desktopApp = {
  title: "Desktop",
  text: "Settings of the Fieldstation app on this computer.",
  keep: "When the window is closed",
  keepHint: "While a source is active, receiving can continue without the window, with an icon beside the clock.",
  keepAsk: "Ask",
  keepYes: "Keep receiving",
  keepNo: "Quit",
  awake: "Stay awake while a source is active",
  awakeHint: "Keeps the computer from going to sleep; the screen may still go dark.",
  alerts: "Alerts as system notifications",
  alertsHint: "While the window is in the background, for alert rules with a notification.",
  keychain: "Keep the station's key in the keychain",
  keychainHint:
    "The key that seals sign-ins and secrets moves from a file into the system's keychain when the app starts next, and back when this is off. A locked keychain then delays the start; commands on the data folder need the app.",
  updates: "Check for updates once a day",
  updatesHint: "Contacts only the release page. Nothing about you is sent, and nothing is downloaded by itself.",
  updateStates: {
    unavailable: "This build does not say where its releases are published.",
    notChecked: "Not checked yet.",
    checking: "Checking…",
    newest: "You have the newest version (checked {time}).",
    newer: "Version {version} is available.",
    offline: "There is no network now.",
    unreachable: "The release page does not answer.",
    unreadable: "The answer of the release page could not be understood.",
  },
  check: "Check now",
  openRelease: "Open the release page",
  cache: "Cache of pages and the online map",
  cacheHint:
    "Data of the online map that is stored so that it need not be loaded again. Your own maps are not part of it.",
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
    unreadable: "{name} could not be read.",
    refused: {
      "unknown-kind":
        "Fieldstation cannot open {name}. It opens flight logs (.gpx, .kml, .tlog, .ulg), recordings (.pcap) and maps (.pmtiles, .mbtiles, .gpkg).",
      missing: "{name} no longer exists.",
      "no-file": "{name} is not a file.",
      unreadable: "{name} could not be read.",
      "too-large": "{name} is too large to be a flight log.",
      "bad-link": "This link leads nowhere in Fieldstation: {name}",
    },
  },
} as const;

/** Sentences about third-party software. */
export const thirdParty = {
  show: "Show third-party licences",
  title: "Third-party licences",
  text: "Fieldstation contains these {n} packages. Other parts are listed in the file NOTICE beside the app.",
  search: "Search packages",
  failed: "The list could not be loaded.",
  none: "No package has this name.",
} as const;
