export const age = {
  active: "Live",
  ageing: "Älter",
  stale: "Veraltet",
  gone: "Weg",
  recording: "Aufzeichnung",
  activeHint: "in den letzten 30 Sekunden empfangen",
  ageingHint: "seit 30 Sekunden nicht empfangen",
  staleHint: "seit 90 Sekunden nicht empfangen: kann inzwischen überall sein",
};

export const live = {
  title: "Live",
  listLabel: "Drohnen im Ausschnitt",
  count: "Keine Drohnen im Ausschnitt | 1 Drohne im Ausschnitt | {n} Drohnen im Ausschnitt",
  countFiltered: "Im Ausschnitt passt keine | Im Ausschnitt passt 1 | Im Ausschnitt passen {n}",
  elsewhere: "1 weitere anderswo | {n} weitere anderswo",
  showAll: "Alle zeigen",
  sort: "Sortieren",
  sortReceived: "Empfangszeit",
  sortName: "Name",
  sortHeight: "Höhe",
  sortSpeed: "Geschwindigkeit",
  sortDistance: "Nächste zuerst",
  unknownAircraft: "Unbekannte Drohne",
  absent: {
    title: "Zurzeit nicht empfangen",
    since: "Zuletzt empfangen: {time}.",
    never: "Von ihr wurde noch nichts empfangen.",
    replay: "Zeigen, wo sie zuletzt war",
    log: "Im Protokoll zeigen",
  },
  emergency: "Notfall",
  recording: "Aufzeichnung von {time}",
  warned: "Hat Warnungen",
  approximate: "Ungefähr",
  fromPeer: "von {name}",
  emptyTitle: "Hier ist nichts in der Luft",
  emptyText: "Drohnen mit Remote ID erscheinen, sobald eine Quelle sie empfängt.",
  emptyNoSources: "Die Station hat keinen Empfänger, auf den sie hören könnte. Fügen Sie einen hinzu.",
  emptyWaiting:
    "Die Station wartet auf zugesandte Daten; noch ist nichts angekommen. Fügen Sie eine Quelle hinzu, damit sie selbst empfängt.",
  demonstrationByOption:
    "Um sich erst umzusehen, starten Sie Fieldstation mit --demo: simulierte Drohnen in einer eigenen Aufzeichnung.",
  demonstrationHere:
    "Um sich erst umzusehen, öffnen Sie die Vorführung: simulierte Drohnen in einer eigenen Aufzeichnung.",
  openDemonstration: "Vorführung öffnen",
  emptyNotRunning: "Zurzeit läuft keine Quelle. Schalten Sie eine ein, um Drohnen zu empfangen.",
  emptyElsewhere: "Nichts in diesem Teil der Karte.",
  emptyFiltered:
    "Keine Drohne im Ausschnitt passt zu den Filtern. | Keine Drohne im Ausschnitt passt zu den Filtern: 1 ist verborgen. | Keine Drohne im Ausschnitt passt zu den Filtern: {n} sind verborgen.",
  addSource: "Quelle hinzufügen",
  openSources: "Quellen öffnen",
  loadFailed: "Die laufenden Operationen konnten nicht geladen werden. Die Konsole versucht es von selbst wieder.",
  wideView:
    "Großes Gebiet: Positionen außerhalb der Mitte sind ungefähr, ohne Höhe und Kurs, und kommen alle 5 Sekunden. Vergrößern Sie für Live-Positionen.",
  help: "Pfeiltasten wählen eine Drohne, Enter zeigt sie auf der Karte, Escape hebt die Wahl auf.",
};

export const map = {
  replayed: "Aufzeichnung {label}",
  approximate: "≈ Position",
  label: "Karte. Mit der Tastatur wählen Sie Drohnen in der Liste daneben.",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
  fit: "Alle Drohnen zeigen",
  attributionBuiltIn: "Natural Earth · ETOPO5 · GeoNames · OurAirports",
  attributionOnline: "© OpenStreetMap-Mitwirkende",
  onlineFailed: "Online-Karte nicht erreichbar: eingebaute Welt",
  detailEnds: "Mehr Einzelheiten hat die eingebaute Karte nicht: Ufer können 1\u00a0km daneben liegen.",
  detailShort: "Keine Einzelheiten mehr",
  useOnline: "Online-Karte benutzen",
  detailSettings: "Andere Karten und Gelände",
};
