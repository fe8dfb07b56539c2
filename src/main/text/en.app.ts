/** What the app says outside its page: the icon beside the clock, dialogs and notifications of the system. */
export const app = {
  tray: {
    stopped: "The station is not running",
    none: "No source is active",
    failing: (names: string) => `Not receiving: ${names}`,
    quietSince: (duration: string) => `Nothing received for ${duration}`,
    quietAlways: "Nothing received yet",
    receivingOne: "Receiving",
    receiving: (sources: number) => `Receiving from ${sources} sources`,
    open: "Open Fieldstation",
    quit: "Quit Fieldstation",
  },
  duration: {
    minutes: (n: number) => `${n} min`,
    hours: (n: number) => `${n} h`,
    days: (n: number) => (n === 1 ? "1 day" : `${n} days`),
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
  },
  pdf: { title: "Save page as PDF", failed: "The page could not be saved", filter: "PDF" },
  diagnostics: {
    title: "Save diagnostics",
    filter: "ZIP",
    failed: "The diagnostics could not be saved",
  },
  updates: {
    ask: "Ask for the newest version?",
    askDetail: (host: string) =>
      `Fieldstation asks ${host} which version is the newest. It sends nothing about you or your recordings, and ` +
      "downloads nothing by itself.",
    once: "Ask now",
    daily: "Ask now and once a day",
    cancel: "Cancel",
    newer: (version: string) => `Fieldstation ${version} is available`,
    newerDetail: (current: string) => `You have version ${current}. Nothing is downloaded by itself.`,
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
    ok: "OK",
  },
  failedStart: "Fieldstation could not start",
} as const;
