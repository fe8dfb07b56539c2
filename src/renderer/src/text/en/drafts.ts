/** Sentences about forms that are restored from a draft. */
export const drafts = {
  restored: "This is what you typed before. It is not saved yet.",
  discard: "Start over",
} as const;
