import type { DesktopText } from "../en/index.ts";

export const app: DesktopText["app"] = {
  tray: {
    stopped: "Die Station läuft nicht",
    none: "Keine Quelle ist aktiv",
    failing: "Kein Empfang: {names}",
    quietSince: "Seit {duration} nichts empfangen",
    quietAlways: "Noch nichts empfangen",
    receivingOne: "Empfang läuft",
    receiving: "Empfang von {n} Quellen",
    lines: {
      receiving: "{name}: empfängt",
      quiet: "{name}: nichts seit {duration}",
      quietAlways: "{name}: noch nichts",
      failing: "{name}: kein Empfang",
      ended: "{name}: beendet",
      more: "Und {n} weitere",
    },
    open: "Fieldstation öffnen",
    quit: "Fieldstation beenden",
  },
  duration: {
    minutes: "{n} min",
    hours: "{n} h",
    days: "{n} Tag | {n} Tagen",
  },
  closing: {
    message: "Weiter empfangen, während das Fenster geschlossen ist?",
    detail:
      "Quellen sind aktiv. Fieldstation kann ohne Fenster weiter empfangen: Das Symbol neben der Uhr zeigt, ob Daten " +
      "ankommen, und öffnet das Fenster wieder; ein erneuter Start von Fieldstation ebenso. Sie können das unter " +
      "Einstellungen, Desktop ändern.",
    keep: "Weiter empfangen",
    quit: "Beenden",
    cancel: "Abbrechen",
    work: {
      message: "Schließen, während noch etwas läuft?",
      device: "Ein Gerät wird eingerichtet: Es bliebe mitten darin stehen.",
      files: "Exporte, Uploads oder Importe laufen: Sie würden abgebrochen.",
      stay: "Weiterlaufen lassen",
      quit: "Trotzdem beenden",
    },
  },
  demonstration: {
    message: "Vorführung öffnen?",
    detail:
      "Fieldstation startet neu, mit simulierten Drohnen und einer eigenen Aufzeichnung. Bis Sie die Vorführung verlassen, " +
      "wird von Ihren eigenen Quellen nichts empfangen.",
    open: "Vorführung öffnen",
    cancel: "Abbrechen",
  },
  pdf: { title: "Seite als PDF sichern", failed: "Die Seite konnte nicht gesichert werden", filter: "PDF" },
  diagnostics: {
    title: "Diagnose sichern",
    filter: "ZIP",
    failed: "Die Diagnose konnte nicht gesichert werden",
    readme:
      "Diagnose von Fieldstation, gesichert von der Person am Rechner. Nichts wurde gesendet.\n\n" +
      "app.json       Versionen, System, Einstellungen\n" +
      "station.json   Zustand der Station, ihre Gesundheit, die eingeschalteten Quellen\n" +
      "logs/          das Ende der Logdateien der App und ihrer Station\n\n" +
      "Tokens, Passwörter, E-Mail-Adressen, persönliche Ordner und die Namen der Person und des Rechners wurden ersetzt.\n" +
      "Positionen und Aufzeichnungen sind nicht enthalten. Bitte lesen Sie sie, bevor Sie sie weitergeben.\n",
  },
  updates: {
    ask: "Nach der neuesten Version fragen?",
    askDetail:
      "Fieldstation fragt {host}, welche Version die neueste ist. Dabei wird nichts über Sie oder Ihre Aufzeichnungen " +
      "gesendet und nichts von selbst heruntergeladen.",
    once: "Jetzt fragen",
    daily: "Jetzt und täglich fragen",
    cancel: "Abbrechen",
    newer: "Fieldstation {version} ist verfügbar",
    newerDetail: "Sie haben Version {current}. Nichts wird von selbst heruntergeladen.",
    openPage: "Seite der Version öffnen",
    later: "Später",
    newest: "Sie haben die neueste Version",
    failed: {
      offline: "Zurzeit gibt es kein Netz.",
      unreachable: "Die Seite der Versionen antwortet nicht.",
      unreadable: "Die Antwort der Seite der Versionen war nicht zu verstehen.",
    },
    failedTitle: "Es ist nicht bekannt, ob es eine neuere Version gibt",
    unavailable: "In diesem Build steht nicht, wo seine Versionen veröffentlicht werden.",
    close: "Schließen",
  },
  station: {
    gaveUp: "Die Station ist stehen geblieben",
    gaveUpText: "{reason} Von selbst startet sie nicht wieder, und nichts wird empfangen.",
  },
  files: {
    full: "Die Platte ist voll.",
    forbidden: "Dorthin dürfen Sie nicht schreiben.",
    readOnly: "Die Platte dort kann nur gelesen werden.",
    gone: "Diesen Ordner gibt es nicht mehr.",
    noLinks:
      "Seine Platte kennt keine symbolischen Links, wie bei FAT oder exFAT. Wählen Sie einen Ordner auf einer anderen Platte.",
  },
  failedStart: "Fieldstation konnte nicht starten",
  folderUnusable: "Der Ordner {folder} kann nicht benutzt werden: {reason}",
};
