export const removals = {
  soon: "{name} wird entfernt, sobald diese Meldung verschwindet.",
  undo: "Rückgängig",
  lost: "{name} wurde nicht entfernt: Die Konsole wurde vorher geschlossen.",
};
