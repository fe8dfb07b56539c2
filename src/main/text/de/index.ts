import { app } from "./app.ts";
import type { DesktopText } from "../en/index.ts";

export const de: DesktopText = {
  app,
  menu: {
    file: "&Datei",
    openRecording: "Aufzeichnung &öffnen…",
    export: "&Exportieren…",
    savePdf: "Seite als &PDF sichern…",
    openDemonstration: "&Vorführung öffnen…",
    leaveDemonstration: "&Vorführung verlassen",
    close: "Fenster &schließen",
    quit: "&Beenden",
    edit: "&Bearbeiten",
    undo: "&Rückgängig",
    redo: "&Wiederholen",
    cut: "&Ausschneiden",
    copy: "&Kopieren",
    paste: "&Einfügen",
    selectAll: "Alles au&swählen",
    view: "&Ansicht",
    map: "&Karte",
    sources: "&Quellen",
    nightMode: "&Tag-, Nacht- oder Rotmodus",
    resetZoom: "&Originalgröße",
    zoomIn: "Ver&größern",
    zoomOut: "Verk&leinern",
    fullScreen: "&Vollbild",
    developerTools: "Entwickler&werkzeuge",
    help: "&Hilfe",
    openInBrowser: "Im &Browser öffnen",
    logFiles: "&Logdateien zeigen",
    diagnostics: "&Diagnose sichern…",
    restartStation: "Station &neu starten",
    updates: "Nach neuer &Version suchen…",
    about: "&Über Fieldstation",
    settings: "Eins&tellungen…",
    services: "Dienste",
    hide: "Fieldstation ausblenden",
    hideOthers: "Andere ausblenden",
    showAll: "Alle einblenden",
    quitApp: "Fieldstation beenden",
    window: "&Fenster",
    minimize: "Im Dock ablegen",
    zoomWindow: "Zoomen",
    front: "Alle nach vorne bringen",
  },
  openRecording: { title: "Aufzeichnung öffnen", recordings: "Aufzeichnungen", allFiles: "Alle Dateien" },
  openBackup: { title: "Datensicherung wiederherstellen", backups: "Datensicherungen" },
  starting: {
    starting: "Die Station startet…",
    keychain:
      "Die Station wartet auf den Schlüsselbund dieses Rechners: Entsperren Sie ihn, oder beantworten Sie seine Frage.",
    stopping: "Die Station hält an…",
    failed: "Die Station konnte nicht starten.",
    restarting: "Die Station endete unerwartet. Sie startet von selbst wieder.",
    again: "Erneut versuchen",
  },
  redirect: {
    "signed-in": ["Angemeldet", "Sie können diese Seite schließen und zu Fieldstation zurückgehen."],
    "not-signed-in": [
      "Nicht angemeldet",
      "Nichts wurde geändert. Gehen Sie zurück zu Fieldstation; dort steht, warum.",
    ],
    "not-awaited": [
      "Nicht erwartet",
      "Auf diese Antwort wartet keine Anmeldung. Beginnen Sie in Fieldstation von vorn.",
    ],
    "not-here": ["Hier ist nichts", "Diese Adresse dient nur der Anmeldung bei Fieldstation."],
  },
  account: {
    sessionEnded: "Die Sitzung ist beendet. Melden Sie sich wieder an.",
    providerNotNotified:
      "Auf diesem Rechner abgemeldet. Der Identitätsanbieter war nicht zu erreichen; dort endet die Sitzung von selbst.",
    keychainNotCleared:
      "Abgemeldet, aber der Schlüsselbund dieses Rechners gab die Sitzung nicht frei. Entfernen Sie dort den Eintrag „Fieldstation“.",
    noKeychain:
      "Dieser Rechner hat keinen Schlüsselbund; Sie bleiben nur angemeldet, bis Fieldstation geschlossen wird.",
    noKeychainLinux:
      "Mit GNOME Keyring oder KWallet, installiert und entsperrt, würde Fieldstation sich die Anmeldung merken.",
    refused: "Die Anmeldung wurde im Browser abgelehnt oder abgebrochen.",
    timedOut: "Niemand hat die Anmeldung beendet, daher wurde sie abgebrochen. Versuchen Sie es erneut.",
    noBrowser: "Für die Anmeldung ließ sich kein Browser öffnen.",
    unreachable: "Der Identitätsanbieter ist nicht erreichbar. Versuchen Sie es mit einer Verbindung erneut.",
    untrusted:
      "Der Antwort auf die Anmeldung war nicht zu trauen, daher wurde sie nicht benutzt. Versuchen Sie es erneut.",
  },
};
