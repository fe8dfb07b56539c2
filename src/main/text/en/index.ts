import { app } from "./app.ts";

/** The sentences of the desktop itself: its menu, its dialogs, and the notices that the console shows. */
export const en = {
  app,
  menu: {
    file: "&File",
    openRecording: "&Open recording…",
    export: "&Export…",
    savePdf: "Save page as &PDF…",
    openDemonstration: "Open the &demonstration…",
    leaveDemonstration: "Leave the &demonstration",
    close: "&Close window",
    quit: "&Quit",
    edit: "&Edit",
    undo: "&Undo",
    redo: "&Redo",
    cut: "Cu&t",
    copy: "&Copy",
    paste: "&Paste",
    selectAll: "Select &all",
    view: "&View",
    map: "&Map",
    sources: "&Sources",
    nightMode: "&Day, night or red mode",
    resetZoom: "&Actual size",
    zoomIn: "Zoom &in",
    zoomOut: "Zoom &out",
    fullScreen: "&Full screen",
    developerTools: "Developer &tools",
    help: "&Help",
    openInBrowser: "Open in the &browser",
    logFiles: "Show &log files",
    diagnostics: "Save &diagnostics…",
    restartStation: "&Restart the station",
    updates: "Check for &updates…",
    about: "&About Fieldstation",
    settings: "Se&ttings…",
    services: "Services",
    hide: "Hide Fieldstation",
    hideOthers: "Hide others",
    showAll: "Show all",
    quitApp: "Quit Fieldstation",
    window: "&Window",
    minimize: "Minimize",
    zoomWindow: "Zoom",
    front: "Bring all to front",
  },
  openRecording: { title: "Open recording", recordings: "Recordings", allFiles: "All files" },
  openBackup: { title: "Restore a backup", backups: "Backups" },
  starting: {
    starting: "The station is starting …",
    keychain: "The station waits for the keychain of this computer: unlock it, or answer what it asks.",
    stopping: "The station is stopping …",
    failed: "The station could not start.",
    restarting: "The station ended unexpectedly. It starts again by itself.",
    again: "Try again",
  },
  redirect: {
    "signed-in": ["Signed in", "You can close this page and go back to Fieldstation."],
    "not-signed-in": ["Not signed in", "Nothing was changed. Go back to Fieldstation: it shows the reason."],
    "not-awaited": ["Not expected", "No sign-in waits for this answer. Start again in Fieldstation."],
    "not-here": ["Nothing here", "This address is for signing in to Fieldstation only."],
  },
  account: {
    sessionEnded: "The session has ended. Sign in again.",
    providerNotNotified:
      "Signed out on this computer. The identity provider could not be notified; the session ends there by itself.",
    keychainNotCleared:
      "Signed out, but the session could not be removed from the keychain of this computer. Remove the entry “Fieldstation” there.",
    noKeychain: "This computer offers no keychain, so you stay signed in only until Fieldstation is closed.",
    noKeychainLinux: "With GNOME Keyring or KWallet installed and unlocked, you would stay signed in.",
    refused: "The sign-in was refused or cancelled in the browser.",
    timedOut: "The sign-in was not finished in time and was cancelled. Try again.",
    noBrowser: "No browser could be opened for the sign-in.",
    unreachable: "The identity provider cannot be reached. Try again when there is a connection.",
    untrusted: "The answer to the sign-in was not valid and was not used. Try again.",
  },
} as const;

type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> };

/** The other languages have the same sentences: a missing one does not compile, and `npm run sentences` names it. */
export type DesktopText = Widened<typeof en>;
