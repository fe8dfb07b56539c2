import type { DesktopText } from "./en.ts";

export const app: DesktopText["app"] = {
  tray: {
    stopped: "Stanice neběží",
    none: "Žádný zdroj není aktivní",
    failing: (names) => `Nepřijímá: ${names}`,
    quietSince: (duration) => `Bez příjmu: ${duration}`,
    quietAlways: "Zatím nic nepřijato",
    receivingOne: "Přijímá",
    receiving: (sources) => `Přijímá, zdrojů: ${sources}`,
    open: "Otevřít Fieldstation",
    quit: "Ukončit Fieldstation",
  },
  duration: {
    minutes: (n) => `${n} min`,
    hours: (n) => `${n} h`,
    days: (n) => (n === 1 ? "1 den" : n < 5 ? `${n} dny` : `${n} dní`),
  },
  closing: {
    message: "Přijímat dál, když je okno zavřené?",
    detail:
      "Zdroje jsou aktivní. Fieldstation může přijímat i bez okna: ikona vedle hodin ukazuje, zda data přicházejí, a okno " +
      "znovu otevře; stejně tak nové spuštění Fieldstation. Změnit to můžete v Nastavení, Desktop.",
    keep: "Přijímat dál",
    quit: "Ukončit",
    cancel: "Zrušit",
  },
  pdf: { title: "Uložit stránku jako PDF", failed: "Stránku se nepodařilo uložit", filter: "PDF" },
  diagnostics: {
    title: "Uložit diagnostiku",
    filter: "ZIP",
    failed: "Diagnostiku se nepodařilo uložit",
  },
  updates: {
    ask: "Zeptat se na nejnovější verzi?",
    askDetail: (host) =>
      `Fieldstation se zeptá ${host}, která verze je nejnovější. O vás ani o vašich nahrávkách nic neposílá a nic sama ` +
      "nestahuje.",
    once: "Zeptat se teď",
    daily: "Zeptat se teď a denně",
    cancel: "Zrušit",
    newer: (version) => `Je k dispozici Fieldstation ${version}`,
    newerDetail: (current) => `Máte verzi ${current}. Nic se samo nestahuje.`,
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
    ok: "OK",
  },
  failedStart: "Fieldstation se nepodařilo spustit",
};
