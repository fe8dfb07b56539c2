export const connections = {
  switchOn: "{name}: an oder aus",
  edit: "{name} bearbeiten",
  remove: "{name} entfernen",
  removed: "{name} wurde entfernt.",
  added: "{name} wurde hinzugefügt.",
  saved: "{name} wurde geändert.",
  ago: "vor {age}",
  never: "nie",
  username: "Benutzername",
  password: "Passwort",
};
