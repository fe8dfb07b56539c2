import type { DesktopText } from "./en.ts";

export const app: DesktopText["app"] = {
  tray: {
    stopped: "Die Station läuft nicht",
    none: "Keine Quelle ist aktiv",
    failing: (names) => `Kein Empfang: ${names}`,
    quietSince: (duration) => `Seit ${duration} nichts empfangen`,
    quietAlways: "Noch nichts empfangen",
    receivingOne: "Empfang läuft",
    receiving: (sources) => `Empfang von ${sources} Quellen`,
    open: "Fieldstation öffnen",
    quit: "Fieldstation beenden",
  },
  duration: {
    minutes: (n) => `${n} min`,
    hours: (n) => `${n} h`,
    days: (n) => (n === 1 ? "1 Tag" : `${n} Tagen`),
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
  },
  pdf: { title: "Seite als PDF sichern", failed: "Die Seite konnte nicht gesichert werden", filter: "PDF" },
  diagnostics: {
    title: "Diagnose sichern",
    filter: "ZIP",
    failed: "Die Diagnose konnte nicht gesichert werden",
  },
  updates: {
    ask: "Nach der neuesten Version fragen?",
    askDetail: (host) =>
      `Fieldstation fragt ${host}, welche Version die neueste ist. Dabei wird nichts über Sie oder Ihre Aufzeichnungen ` +
      "gesendet und nichts von selbst heruntergeladen.",
    once: "Jetzt fragen",
    daily: "Jetzt und täglich fragen",
    cancel: "Abbrechen",
    newer: (version) => `Fieldstation ${version} ist verfügbar`,
    newerDetail: (current) => `Sie haben Version ${current}. Nichts wird von selbst heruntergeladen.`,
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
    ok: "OK",
  },
  failedStart: "Fieldstation konnte nicht starten",
};
