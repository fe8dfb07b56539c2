export const panels = {
  list: "Šířka seznamu",
  timeline: "Výška časové osy",
};
