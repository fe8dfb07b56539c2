export const panels = {
  list: "Šířka seznamu",
  timeline: "Výška časové osy",
  handle: {
    list: "Přesunout nebo složit seznam",
    card: "Přesunout nebo složit kartu",
    timeline: "Přesunout nebo složit časovou osu",
  },
  names: {
    list: "Seznam",
    card: "Karta",
    timeline: "Časová osa",
  },
  places: {
    left: "vlevo od mapy",
    right: "vpravo od mapy",
    above: "nad mapou",
    below: "pod mapou",
  },
  placed: "{panel}: {place}",
  folded: "{panel}: složeno",
  unfolded: "{panel}: zobrazeno",
  move: {
    left: "Přesunout vlevo od mapy",
    right: "Přesunout vpravo od mapy",
    above: "Přesunout nad mapu",
    below: "Přesunout pod mapu",
  },
  fold: {
    list: "Složit seznam",
    card: "Zobrazit jen záhlaví karty",
    timeline: "Zobrazit osu jako jeden řádek",
  },
  unfold: {
    list: "Zobrazit seznam",
    card: "Zobrazit celou kartu",
    timeline: "Zobrazit celou časovou osu",
  },
  usual: "Obvyklé rozvržení",
  isUsual: "Panely jsou na svých obvyklých místech.",
  listNeeded: "Během slučování operací zůstává seznam vidět.",
  narrow: "V úzkém okně zůstávají panely pod sebou. Chcete-li je přesouvat nebo skládat, okno rozšiřte.",
};
