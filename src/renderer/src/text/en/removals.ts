/** Sentences about removing what the station cannot bring back. */
export const removals = {
  soon: "{name} is removed when this message disappears.",
  undo: "Undo",
  lost: "{name} was not removed: the console was closed before.",
} as const;
