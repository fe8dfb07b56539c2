export const age = {
  active: "Živě",
  ageing: "Stárne",
  stale: "Zastaralý",
  gone: "Pryč",
  recording: "Nahrávka",
  activeHint: "přijato v posledních 30 sekundách",
  ageingHint: "30 sekund nepřijato",
  staleHint: "90 sekund nepřijato: teď může být kdekoli",
};

export const live = {
  title: "Živě",
  listLabel: "Drony ve výřezu",
  count: "Žádné drony ve výřezu | 1 dron ve výřezu | {n} drony ve výřezu | {n} dronů ve výřezu",
  countFiltered:
    "Ve výřezu žádný neodpovídá | Ve výřezu 1 odpovídá | Ve výřezu {n} odpovídají | Ve výřezu {n} odpovídá",
  elsewhere: "1 další jinde | {n} další jinde | {n} dalších jinde",
  showAll: "Zobrazit všechny",
  sort: "Řazení",
  sortReceived: "Čas přijetí",
  sortName: "Název",
  sortHeight: "Výška",
  sortSpeed: "Rychlost",
  sortDistance: "Nejbližší",
  unknownAircraft: "Neznámý dron",
  absent: {
    title: "Nyní se nepřijímá",
    since: "Naposledy přijato {time}.",
    never: "Zatím z něj nebylo nic přijato.",
    replay: "Zobrazit, kde byl naposledy",
    log: "Zobrazit v protokolu",
  },
  emergency: "Nouze",
  recording: "Nahrávka, {time}",
  warned: "Má upozornění",
  approximate: "Přibližně",
  fromPeer: "od {name}",
  emptyTitle: "Zde není nic ve vzduchu",
  emptyText: "Drony s Remote ID se objeví, jakmile je některý zdroj přijme.",
  emptyNoSources:
    "Stanice nemá přijímač, kterému by naslouchala. Přidejte ho. Chcete-li se nejdřív rozhlédnout, spusťte Fieldstation s volbou --demo: simulované drony ve vlastní nahrávce.",
  emptyWaiting:
    "Stanice čeká na zaslaná data; zatím nic nepřišlo. Přidejte zdroj, ať přijímá sama. Chcete-li se nejdřív rozhlédnout, spusťte Fieldstation s volbou --demo: simulované drony ve vlastní nahrávce.",
  emptyNotRunning: "Právě neběží žádný zdroj. Zapněte některý, ať se drony přijímají.",
  emptyElsewhere: "V této části mapy nic není.",
  emptyFiltered:
    "Filtrům neodpovídá žádný dron ve výřezu. | Filtrům neodpovídá žádný dron ve výřezu: 1 je skryt. | Filtrům neodpovídá žádný dron ve výřezu: {n} jsou skryty. | Filtrům neodpovídá žádný dron ve výřezu: {n} je skryto.",
  addSource: "Přidat zdroj",
  openSources: "Otevřít zdroje",
  loadFailed: "Probíhající operace se nepodařilo načíst. Konzole to zkusí sama znovu.",
  wideView:
    "Velká oblast: polohy mimo střed jsou přibližné, bez výšky a kurzu, a přicházejí každých 5 sekund. Pro živé polohy přibližte.",
  help: "Šipky vybírají dron, Enter ho ukáže na mapě, Escape výběr zruší.",
};

export const map = {
  replayed: "nahrávka {label}",
  approximate: "≈ poloha",
  label: "Mapa. Drony vyberete klávesnicí v seznamu vedle ní.",
  zoomIn: "Přiblížit",
  zoomOut: "Oddálit",
  fit: "Zobrazit všechny drony",
  attributionBuiltIn: "Natural Earth · ETOPO5 · GeoNames · OurAirports",
  attributionOnline: "© přispěvatelé OpenStreetMap",
  onlineFailed: "Online mapa není dostupná: vestavěný svět",
  detailEnds: "Vestavěná mapa už nemá víc podrobností: břehy mohou být o 1\u00a0km jinde.",
  detailShort: "Víc podrobností není",
  useOnline: "Použít online mapu",
  detailSettings: "Jiné mapy a terén",
};
