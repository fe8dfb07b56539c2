import type { DesktopText } from "../en/index.ts";

export const app: DesktopText["app"] = {
  tray: {
    stopped: "Stanice neběží",
    none: "Žádný zdroj není aktivní",
    failing: "Nepřijímá: {names}",
    quietSince: "Bez příjmu: {duration}",
    quietAlways: "Zatím nic nepřijato",
    receivingOne: "Přijímá",
    receiving: "Přijímá, zdrojů: {n}",
    lines: {
      receiving: "{name}: přijímá",
      quiet: "{name}: bez příjmu {duration}",
      quietAlways: "{name}: zatím nic",
      failing: "{name}: nepřijímá",
      ended: "{name}: skončil",
      more: "A další: {n}",
    },
    open: "Otevřít Fieldstation",
    quit: "Ukončit Fieldstation",
  },
  duration: {
    minutes: "{n} min",
    hours: "{n} h",
    days: "{n} den | {n} dny | {n} dní",
  },
  closing: {
    message: "Přijímat dál, když je okno zavřené?",
    detail:
      "Zdroje jsou aktivní. Fieldstation může přijímat i bez okna: ikona vedle hodin ukazuje, zda data přicházejí, a okno " +
      "znovu otevře; stejně tak nové spuštění Fieldstation. Změnit to můžete v Nastavení, Desktop.",
    keep: "Přijímat dál",
    quit: "Ukončit",
    cancel: "Zrušit",
    work: {
      message: "Zavřít, i když něco ještě probíhá?",
      device: "Nastavuje se zařízení: zůstalo by rozdělané.",
      files: "Probíhají exporty, nahrávání nebo importy: přerušily by se.",
      stay: "Nechat doběhnout",
      quit: "Přesto ukončit",
    },
  },
  demonstration: {
    message: "Otevřít ukázku?",
    detail:
      "Fieldstation se spustí znovu se simulovanými drony a jejich vlastní nahrávkou. Dokud ukázku neopustíte, z vašich " +
      "vlastních zdrojů se nic nepřijímá.",
    open: "Otevřít ukázku",
    cancel: "Zrušit",
  },
  pdf: { title: "Uložit stránku jako PDF", failed: "Stránku se nepodařilo uložit", filter: "PDF" },
  diagnostics: {
    title: "Uložit diagnostiku",
    filter: "ZIP",
    failed: "Diagnostiku se nepodařilo uložit",
    readme:
      "Diagnostika Fieldstation, kterou uložila osoba u počítače. Nic nebylo odesláno.\n\n" +
      "app.json       verze, systém, nastavení\n" +
      "station.json   stav stanice, její zdraví, zapnuté zdroje\n" +
      "logs/          konce souborů protokolu aplikace a její stanice\n\n" +
      "Tokeny, hesla, e-mailové adresy, domovské složky a jména osoby i počítače byly nahrazeny.\n" +
      "Polohy ani nahrávky v ní nejsou. Než ji předáte dál, přečtěte si ji.\n",
  },
  updates: {
    ask: "Zeptat se na nejnovější verzi?",
    askDetail:
      "Fieldstation se zeptá {host}, která verze je nejnovější. O vás ani o vašich nahrávkách nic neposílá a nic sama " +
      "nestahuje.",
    once: "Zeptat se teď",
    daily: "Zeptat se teď a denně",
    cancel: "Zrušit",
    newer: "Je k dispozici Fieldstation {version}",
    newerDetail: "Máte verzi {current}. Nic se samo nestahuje.",
    openPage: "Otevřít stránku verze",
    later: "Později",
    newest: "Máte nejnovější verzi",
    failed: {
      offline: "Teď není síť.",
      unreachable: "Stránka verzí neodpovídá.",
      unreadable: "Odpovědi stránky verzí nebylo možné porozumět.",
    },
    failedTitle: "Není známo, zda existuje novější verze",
    unavailable: "V tomto sestavení není uvedeno, kde se jeho verze zveřejňují.",
    close: "Zavřít",
  },
  station: {
    gaveUp: "Stanice se zastavila",
    gaveUpText: "{reason} Sama se znovu nespustí a nic se nepřijímá.",
  },
  files: {
    full: "Disk je plný.",
    forbidden: "Tam nesmíte zapisovat.",
    readOnly: "Z disku tam lze jen číst.",
    gone: "Ta složka už neexistuje.",
    noLinks: "Její disk neumí symbolické odkazy, jako FAT nebo exFAT. Zvolte složku na jiném disku.",
  },
  failedStart: "Fieldstation se nepodařilo spustit",
  folderUnusable: "Složku {folder} nelze použít: {reason}",
};
