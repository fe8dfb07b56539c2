export const panels = {
  list: "Breite der Liste",
  timeline: "Höhe der Zeitleiste",
};
