/** Sentences about removals that the station cannot undo. */
export const removals = {
  soon: "{name} is removed when this message disappears.",
  unpairedSoon: "{name} is unpaired when this message disappears.",
  undo: "Undo",
  lost: "{name} was not removed: the console was closed before.",
  unpairingLost: "{name} was not unpaired: the console was closed before.",
} as const;
