export const connections = {
  switchOn: "{name}: zapnout nebo vypnout",
  edit: "Upravit {name}",
  remove: "Odstranit {name}",
  removed: "Odstraněno: {name}.",
  added: "Přidáno: {name}.",
  saved: "Změněno: {name}.",
  ago: "před {age}",
  never: "nikdy",
  username: "Uživatelské jméno",
  password: "Heslo",
};
