export const search = {
  open: "Hledat",
  hint: "Hledat ( / nebo Ctrl+K )",
  title: "Hledání",
  text: "Zařízení, drony, lety a zóny podle části názvu. Šipky vybírají, Enter otevře.",
  label: "Část názvu",
  results: "Výsledky hledání",
  none: "Žádný název to neobsahuje.",
  count: "Nic nenalezeno | 1 nalezeno | {n} nalezeny | {n} nalezeno",
  failed: "Hledání se nezdařilo. {reason}",
  kinds: { aircraft: "Dron", device: "Zařízení", flight: "Let", zone: "Zóna" },
};
