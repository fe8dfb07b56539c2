export const search = {
  open: "Suchen",
  hint: "Suchen ( / oder Strg+K )",
  title: "Suche",
  text: "Geräte, Drohnen, Flüge und Zonen, nach einem Teil ihres Namens. Pfeiltasten wählen, Enter öffnet.",
  label: "Teil eines Namens",
  results: "Suchergebnisse",
  none: "Kein Name enthält das.",
  count: "Nichts gefunden | 1 gefunden | {n} gefunden",
  failed: "Die Suche ist gescheitert. {reason}",
  kinds: { aircraft: "Drohne", device: "Gerät", flight: "Flug", zone: "Zone" },
};
