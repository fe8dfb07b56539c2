export const app = { name: "Fieldstation" };

export const common = {
  cancel: "Zrušit",
  close: "Zavřít",
  copied: "Zkopírováno",
  copyRefused: "Prohlížeč kopírování nedovolil. Označte text a zkopírujte ho ručně.",
  linkCopied: "Odkaz je zkopírovaný",
  linkNotCopied: "Prohlížeč nedovolil kopírování. Zkopírujte místo toho adresu stránky.",
  day: "{label}, den",
  dismiss: "Skrýt",
  loading: "Načítání…",
  notKnown: "není známo",
  retry: "Zkusit znovu",
  sending: "{name} se odesílá: {percent}\u00a0% z {size}",
  notReadYet: "{name}: zatím nepřečteno.",
  time: "{label}, čas ve 24hodinovém tvaru",
  timePattern: "hh:mm",
  dayPattern: "rrrr-mm-dd",
  calendar: "{label}: kalendář",
  pageFailed: "Stránku se nepodařilo načíst",
  unreachable: "Stanice neodpovídá.",
  badCoordinates: "Souřadnice, například 47.0700, 15.4300, nebo jako DMS, UTM či MGRS.",
  skipToContent: "Přejít k obsahu",
};

export const compass = { N: "N", NE: "NE", E: "E", SE: "SE", S: "S", SW: "SW", W: "W", NW: "NW" };

export const region = {
  place: "Okolí místa",
  placeHint: "Souřadnice v libovolném formátu; zprvu střed mapy.",
  km: "Na každou stranu, km",
  badKm: "Číslo větší než 0, nejvýše 1200.",
};

export const nav = {
  label: "Hlavní nabídka",
  live: "Živě",
  alerts: "Výstrahy",
  log: "Protokol",
  flights: "Lety",
  aircraft: "Drony",
  devices: "Zařízení",
  sources: "Zdroje",
  outputs: "Výstupy",
  sync: "Sync",
  settings: "Nastavení",
  administration: "Lidé",
};

export const station = {
  connecting: "Připojování",
  connected: "Připojeno",
  reconnecting: "Obnova spojení",
  offline: "Bez spojení",
  starting: "Spouštění",
  failed: "Zastavena",
  restart: "Spustit znovu",
  failedText: "Stanice se zastavila: {message}",
  restartingText: "{reason} Spouští se sama znovu; nic z nahrávky se neztratilo.",
  offlineText: "Stanice není dostupná. Vidíte, co bylo přijato naposled; konzole se připojí sama.",
  sources: {
    unknown: "Zdroje nejsou známy",
    none: "Žádné zdroje",
    off: "Všechny zdroje vypnuty",
    waiting_for_push: "Čeká se na zaslaná data",
    not_running: "Běží {up} z {all} zdrojů",
    some_running: "Běží {up} z {all} zdrojů",
    running: "Běží {up} z {all} zdrojů",
  },
  strip: {
    values: "{rate}/s · {share} odmítnuto · před {age}",
    quiet: "{rate}/s · před {age}",
    noFrame: "{rate}/s · zatím žádný rámec",
    behind: "{rate}/s · o {age} pozadu",
    spokenBehind: "{name}: {rate} rámců za sekundu, o {age} pozadu za hodinami stanice",
    more: "Další zdroje: {n}",
    spoken: "{name}: {rate} rámců za sekundu, {share} odmítnuto, poslední rámec před {age}",
    spokenQuiet: "{name}: teď žádné rámce, poslední před {age}",
  },
  frozen: "Obraz stojí od {time} {zone}",
  demo: "Ukázka",
  demoText: "Vše, co vidíte, je simulace. Nic z toho není skutečný provoz.",
  toNight: "Noční režim",
  toRed: "Červený režim",
  toDay: "Denní režim",
  clock: "Čas, {zone}",
};
