export const removals = {
  soon: "{name} wird entfernt, sobald diese Meldung verschwindet.",
  unpairedSoon: "{name} wird entkoppelt, sobald diese Meldung verschwindet.",
  undo: "Rückgängig",
  lost: "{name} wurde nicht entfernt: Die Konsole wurde vorher geschlossen.",
  unpairingLost: "{name} wurde nicht entkoppelt: Die Konsole wurde vorher geschlossen.",
};
