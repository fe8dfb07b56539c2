export const desktopApp = {
  title: "Desktop",
  text: "Für die Fieldstation-App auf diesem Rechner.",
  keep: "Beim Schließen des Fensters",
  keepHint:
    "Solange eine Quelle aktiv ist, kann der Empfang ohne das Fenster weiterlaufen, mit einem Symbol neben der Uhr.",
  keepAsk: "Fragen",
  keepYes: "Weiter empfangen",
  keepNo: "Beenden",
  awake: "Wach bleiben, solange eine Quelle aktiv ist",
  awakeHint: "Verhindert den Ruhezustand des Rechners; der Bildschirm kann trotzdem dunkel werden.",
  alerts: "Alarme als Mitteilungen des Systems",
  alertsHint: "Solange das Fenster nicht im Vordergrund ist, für Alarmregeln mit Mitteilung.",
  keychain: "Schlüssel der Station im Schlüsselbund aufbewahren",
  keychainHint:
    "Der Schlüssel, der Anmeldungen und Geheimnisse versiegelt, zieht beim nächsten Start der App aus einer Datei in den Schlüsselbund des Systems um, und nach dem Ausschalten zurück. Ein gesperrter Schlüsselbund hält dann den Start auf; Befehle am Datenordner brauchen die App.",
  updates: "Einmal täglich prüfen, ob es eine neuere Version gibt",
  updatesHint:
    "Fragt nur die Seite der Veröffentlichungen. Nichts wird über Sie gesandt, und nichts wird von selbst heruntergeladen.",
  updateStates: {
    unavailable: "Dieser Build nennt nicht, wo seine Versionen veröffentlicht werden.",
    notChecked: "Noch nicht geprüft.",
    checking: "Wird geprüft…",
    newest: "Sie haben die neueste Version (geprüft: {time}).",
    newer: "Version {version} ist verfügbar.",
    offline: "Zurzeit gibt es kein Netz.",
    unreachable: "Die Seite der Veröffentlichungen antwortet nicht.",
    unreadable: "Die Antwort der Seite der Veröffentlichungen war nicht verständlich.",
  },
  check: "Jetzt prüfen",
  openRelease: "Ihre Seite öffnen",
  cache: "Von Seiten und Online-Karte gespeichert",
  cacheHint:
    "Ein Teil dessen, was die Online-Karte gesendet hat, damit es ohne Anfrage wieder da ist. Eigene Karten gehören nicht dazu.",
  clearCache: "Leeren",
  logs: "Logdateien",
  logsHint: "Was die App und ihre Station über sich schreiben, in höchstens zwei Dateien zu je 5\u00a0MB.",
  showLogs: "Ordner zeigen",
  logsFailed: "Der Ordner der Logdateien kann nicht geöffnet werden. {reason}",
  diagnostics: "Diagnose",
  diagnosticsHint: "Versionen, Einstellungen, Zustand und Protokolle als ZIP, ohne Passwörter, Token und Namen.",
  saveDiagnostics: "Diagnose speichern…",
  saved: "Gespeichert: {name}",
  saveFailed: "Nicht gespeichert: {reason}",
  opened: {
    unreadable: "{name} konnte nicht gelesen werden.",
    refused: {
      "unknown-kind":
        "{name} ist keine Datei, die Fieldstation öffnet. Es öffnet Fluglogs (.gpx, .kml, .tlog, .ulg), Aufzeichnungen (.pcap) und Karten (.pmtiles, .mbtiles, .gpkg).",
      missing: "{name} ist nicht mehr da.",
      "no-file": "{name} ist keine Datei.",
      unreadable: "{name} konnte nicht gelesen werden.",
      "too-large": "{name} ist zu groß für ein Fluglog.",
      "bad-link": "Dieser Link führt in Fieldstation nirgendwohin: {name}",
    },
  },
};

export const thirdParty = {
  show: "Lizenzen Dritter anzeigen",
  title: "Lizenzen Dritter",
  text: "Fieldstation enthält diese {n} Pakete. Was es sonst enthält, nennt NOTICE neben der App.",
  search: "Pakete suchen",
  failed: "Die Liste konnte nicht geladen werden.",
  none: "Kein Paket heißt so.",
};
