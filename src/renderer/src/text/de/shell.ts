export const app = { name: "Fieldstation" };

export const common = {
  cancel: "Abbrechen",
  close: "Schließen",
  copied: "Kopiert",
  copyRefused: "Der Browser hat das Kopieren nicht erlaubt. Markieren Sie den Text und kopieren Sie ihn von Hand.",
  linkCopied: "Link kopiert",
  linkNotCopied: "Der Browser hat das Kopieren nicht erlaubt. Kopieren Sie stattdessen die Adresse der Seite.",
  day: "{label}, Tag",
  dismiss: "Ausblenden",
  loading: "Wird geladen…",
  notKnown: "nicht bekannt",
  retry: "Erneut versuchen",
  sending: "{name} wird gesendet: {percent}\u00a0% von {size}",
  notReadYet: "{name}: noch nicht gelesen.",
  time: "{label}, Uhrzeit in 24 Stunden",
  timePattern: "hh:mm",
  dayPattern: "jjjj-mm-tt",
  calendar: "{label}: Kalender",
  pageFailed: "Die Seite konnte nicht geladen werden",
  unreachable: "Die Station antwortet nicht.",
  badCoordinates: "Koordinaten, zum Beispiel 47.0700, 15.4300, oder als DMS, UTM oder MGRS.",
  skipToContent: "Zum Inhalt springen",
};

export const compass = { N: "N", NE: "NE", E: "E", SE: "SE", S: "S", SW: "SW", W: "W", NW: "NW" };

export const region = {
  place: "Um den Ort",
  placeHint: "Koordinaten in beliebigem Format; anfangs die Mitte der Karte.",
  km: "Nach jeder Seite, km",
  badKm: "Eine Zahl größer als 0, höchstens 1200.",
};

export const nav = {
  label: "Hauptmenü",
  live: "Live",
  alerts: "Alarme",
  log: "Protokoll",
  flights: "Flüge",
  aircraft: "Drohnen",
  devices: "Geräte",
  sources: "Quellen",
  outputs: "Ausgaben",
  sync: "Sync",
  settings: "Optionen",
  administration: "Personen",
};

export const station = {
  connecting: "Verbindet",
  connected: "Verbunden",
  reconnecting: "Verbindet neu",
  offline: "Offline",
  starting: "Startet",
  failed: "Angehalten",
  restart: "Neu starten",
  failedText: "Die Station hat angehalten: {message}",
  restartingText: "{reason} Die Station startet von selbst neu; nichts Aufgezeichnetes ist verloren.",
  offlineText:
    "Keine Verbindung zur Station. Sie sehen, was zuletzt empfangen wurde; die Konsole verbindet sich von selbst wieder.",
  sources: {
    unknown: "Quellen nicht bekannt",
    none: "Keine Quellen",
    off: "Alle Quellen ausgeschaltet",
    waiting_for_push: "Wartet auf zugesandte Daten",
    not_running: "{up} von {all} Quellen laufen",
    some_running: "{up} von {all} Quellen laufen",
    running: "{up} von {all} Quellen laufen",
  },
  strip: {
    values: "{rate}/s · {share} abgelehnt · vor {age}",
    quiet: "{rate}/s · vor {age}",
    noFrame: "{rate}/s · noch kein Frame",
    behind: "{rate}/s · {age} zurück",
    spokenBehind: "{name}: {rate} Frames pro Sekunde, {age} hinter der Uhr der Station",
    more: "Weitere Quellen: {n}",
    spoken: "{name}: {rate} Frames pro Sekunde, {share} abgelehnt, letzter Frame vor {age}",
    spokenQuiet: "{name}: zurzeit keine Frames, letzter Frame vor {age}",
  },
  frozen: "Bild steht seit {time} {zone}",
  demo: "Vorführung",
  demoText: "Alles, was Sie sehen, ist simuliert. Nichts davon ist echter Verkehr.",
  toNight: "Nachtmodus",
  toRed: "Rotmodus",
  toDay: "Tagmodus",
  clock: "Uhrzeit, {zone}",
};
