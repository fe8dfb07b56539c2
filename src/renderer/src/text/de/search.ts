export const search = {
  open: "Suchen",
  hint: "Suchen ( / oder Strg+K )",
  title: "Suche",
  text: "Empfangene Drohnen, Ihre eigenen Dinge, Orte, Koordinaten und Befehle. Pfeiltasten wählen, Enter öffnet.",
  label: "Name, Ort, Koordinaten oder Befehl",
  results: "Suchergebnisse",
  none: "Nichts gefunden: keine Drohne, kein Name, kein Ort, keine Koordinaten und kein Befehl.",
  count: "Nichts gefunden | 1 gefunden | {n} gefunden",
  failed: "Ihre eigenen Dinge konnten nicht durchsucht werden. {reason}",
  groups: {
    aircraft: "Empfangene Drohnen",
    own: "Eigenes",
    places: "Orte",
    commands: "Befehle",
  },
  part: ", die ersten {n}",
  kinds: { aircraft: "Drohne", device: "Gerät", flight: "Flug", zone: "Zone" },
  received: "vor {age}",
  neverReceived: "noch keine Position",
  unnamed: "Unbekannte Drohne",
  town: "Ort",
  coordinates: "Koordinaten",
  myPlace: "Wo ich bin",
};

export const commands = {
  goTo: "Gehe zu {page}",
  find: "Suchen",
  shortcuts: "Tastenkürzel",
  help: "Hilfe zu dieser Seite",
  acknowledge: "Dringendsten Alarm quittieren",
  plan: "Flug planen",
  import: "Fluglogs importieren",
  replay: "Letzte zehn Minuten wiedergeben",
  backToLive: "Zurück zu Live",
  measure: "Auf der Karte messen",
  fit: "Alle Drohnen zeigen",
  export: "Gewählte Drohne exportieren",
  night: "Zwischen Tag und Nacht wechseln",
  setUp: "Gerät einrichten",
  newAlertRule: "Neue Alarmregel",
  firstSteps: "Erste Schritte: Ort und Quellen",
};

export const shortcuts = {
  title: "Tastenkürzel",
  text: "Einzelne Tasten bewirken nichts, während Sie schreiben. In Listen und auf der Karte gelten außerdem Pfeiltasten, Enter und Escape.",
  off: "Einzelne Tasten sind ausgeschaltet. Kürzel mit Strg gehen immer.",
  singleKeys: "Kürzel mit einzelnen Tasten",
  singleKeysHint:
    "Ein Buchstabe allein öffnet eine Seite oder beginnt etwas. Schalten Sie das aus, wo Tasten versehentlich oder durch Spracheingabe gedrückt werden.",
};
