/** Sentences about forms that go on from what was typed before. */
export const drafts = {
  restored: "You had typed this before. It is not saved yet.",
  discard: "Start over",
} as const;
