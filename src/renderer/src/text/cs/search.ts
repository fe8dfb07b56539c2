export const search = {
  open: "Hledat",
  hint: "Hledat ( / nebo Ctrl+K )",
  title: "Hledání",
  text: "Přijímané drony, vaše vlastní věci, místa, souřadnice a příkazy. Šipky vybírají, Enter otevře.",
  label: "Název, místo, souřadnice nebo příkaz",
  results: "Výsledky hledání",
  none: "Nic nenalezeno: žádný dron, název, město, souřadnice ani příkaz.",
  count: "Nic nenalezeno | 1 nalezeno | {n} nalezeny | {n} nalezeno",
  failed: "Ve vašich vlastních věcech se nepodařilo hledat. {reason}",
  groups: {
    aircraft: "Přijímané drony",
    own: "Vaše vlastní",
    places: "Místa",
    commands: "Příkazy",
  },
  part: ", prvních {n}",
  kinds: { aircraft: "Dron", device: "Zařízení", flight: "Let", zone: "Zóna" },
  received: "před {age}",
  neverReceived: "zatím bez polohy",
  unnamed: "Neznámý dron",
  town: "Město",
  coordinates: "Souřadnice",
  myPlace: "Kde jsem",
};

export const commands = {
  goTo: "Přejít na: {page}",
  find: "Hledat",
  shortcuts: "Klávesové zkratky",
  help: "Nápověda k této stránce",
  acknowledge: "Potvrdit nejnaléhavější výstrahu",
  plan: "Naplánovat let",
  import: "Importovat záznamy letů",
  replay: "Přehrát posledních deset minut",
  backToLive: "Zpět na živě",
  measure: "Měřit v mapě",
  fit: "Zobrazit všechny drony",
  export: "Exportovat vybraný dron",
  night: "Přepnout den a noc",
  setUp: "Nastavit zařízení",
  newAlertRule: "Nové pravidlo výstrah",
  firstSteps: "První kroky: místo a zdroje",
};

export const shortcuts = {
  title: "Klávesové zkratky",
  text: "Když píšete, jednotlivé klávesy nic nedělají. V seznamech a v mapě fungují navíc šipky, Enter a Escape.",
  off: "Jednotlivé klávesy jsou vypnuty. Zkratky s Ctrl fungují vždy.",
  singleKeys: "Zkratky jednou klávesou",
  singleKeysHint:
    "Samotné písmeno otevře stránku nebo něco spustí. Vypněte je tam, kde se klávesy tisknou omylem nebo hlasem.",
};
