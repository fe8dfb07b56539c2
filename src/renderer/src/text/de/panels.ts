export const panels = {
  list: "Breite der Liste",
  timeline: "Höhe der Zeitleiste",
  handle: {
    list: "Liste verschieben oder einklappen",
    card: "Angaben verschieben oder einklappen",
    timeline: "Zeitleiste verschieben oder einklappen",
  },
  names: {
    list: "Liste",
    card: "Angaben",
    timeline: "Zeitleiste",
  },
  places: {
    left: "links von der Karte",
    right: "rechts von der Karte",
    above: "über der Karte",
    below: "unter der Karte",
  },
  placed: "{panel}: {place}",
  folded: "{panel}: eingeklappt",
  unfolded: "{panel}: eingeblendet",
  move: {
    left: "Links neben die Karte verschieben",
    right: "Rechts neben die Karte verschieben",
    above: "Über die Karte verschieben",
    below: "Unter die Karte verschieben",
  },
  fold: {
    list: "Liste einklappen",
    card: "Nur die Kopfzeile der Angaben zeigen",
    timeline: "Zeitleiste als eine Zeile zeigen",
  },
  unfold: {
    list: "Liste zeigen",
    card: "Alle Angaben zeigen",
    timeline: "Ganze Zeitleiste zeigen",
  },
  usual: "Übliche Anordnung",
  isUsual: "Liste, Angaben und Zeitleiste sind an ihrem üblichen Platz.",
  listNeeded: "Während Operationen zusammengeführt werden, bleibt die Liste sichtbar.",
  narrow:
    "In einem schmalen Fenster bleibt alles untereinander. Machen Sie es breiter, um zu verschieben oder einzuklappen.",
};
