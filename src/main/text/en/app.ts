/** Sentences of the app outside its page: the icon beside the clock, dialogs and system notifications. */
export const app = {
  tray: {
    stopped: "The station is not running",
    none: "No source is active",
    failing: "Not receiving: {names}",
    quietSince: "Nothing received for {duration}",
    quietAlways: "Nothing received yet",
    receivingOne: "Receiving",
    receiving: "Receiving from {n} sources",
    lines: {
      receiving: "{name}: receiving",
      quiet: "{name}: nothing for {duration}",
      quietAlways: "{name}: nothing yet",
      failing: "{name}: not receiving",
      ended: "{name}: ended",
      more: "And {n} more",
    },
    open: "Open Fieldstation",
    quit: "Quit Fieldstation",
  },
  duration: {
    minutes: "{n} min",
    hours: "{n} h",
    days: "{n} day | {n} days",
  },
  closing: {
    message: "Keep receiving while the window is closed?",
    detail:
      "Sources are active. Fieldstation can go on receiving without its window: its icon beside the clock shows whether " +
      "data arrives, and opens the window again; so does starting Fieldstation once more. You can change this under " +
      "Settings, Desktop.",
    keep: "Keep receiving",
    quit: "Quit",
    cancel: "Cancel",
    work: {
      message: "Close although work is in progress?",
      device: "A device is being set up: the set-up would be interrupted.",
      files: "Exports, uploads or imports are running: they would be interrupted.",
      stay: "Continue",
      quit: "Quit anyway",
    },
  },
  demonstration: {
    message: "Open the demonstration?",
    detail:
      "Fieldstation starts again with simulated aircraft and a recording of their own. Until you leave the demonstration, " +
      "nothing is received from your own sources.",
    open: "Open the demonstration",
    cancel: "Cancel",
  },
  pdf: { title: "Save page as PDF", failed: "The page could not be saved", filter: "PDF" },
  diagnostics: {
    title: "Save diagnostics",
    filter: "ZIP",
    failed: "The diagnostics could not be saved",
    readme:
      "Diagnostics of Fieldstation, saved by the person at the computer. Nothing was sent.\n\n" +
      "app.json       versions, system, settings\n" +
      "station.json   state of the station, its health, the sources that are switched on\n" +
      "logs/          the end of the log files of the app and of its station\n\n" +
      "Tokens, passwords, e-mail addresses, home directories, and the names of the person and the computer were replaced.\n" +
      "Positions and recordings are not in it. Please read it before you pass it on.\n",
  },
  updates: {
    ask: "Check for updates?",
    askDetail:
      "Fieldstation asks {host} which version is the newest. It sends nothing about you or your recordings, and " +
      "downloads nothing by itself.",
    once: "Check now",
    daily: "Check now and once a day",
    cancel: "Cancel",
    newer: "Fieldstation {version} is available",
    newerDetail: "You have version {current}. Nothing is downloaded by itself.",
    openPage: "Open the release page",
    later: "Later",
    newest: "You have the newest version",
    failed: {
      offline: "There is no network now.",
      unreachable: "The release page does not answer.",
      unreadable: "The answer of the release page could not be understood.",
    },
    failedTitle: "It is not known whether there is a newer version",
    unavailable: "This build does not say where its releases are published.",
    close: "Close",
  },
  station: {
    gaveUp: "The station has stopped",
    gaveUpText: "{reason} It does not start again by itself, and nothing is received.",
  },
  files: {
    full: "The disk is full.",
    forbidden: "You may not write there.",
    readOnly: "The disk there is read-only.",
    gone: "That folder no longer exists.",
    noLinks: "Its disk cannot hold symbolic links, as with FAT or exFAT. Choose a folder on another disk.",
  },
  failedStart: "Fieldstation could not start",
  folderUnusable: "The folder {folder} cannot be used: {reason}",
} as const;
