/** Names of the edges that panels are made larger by. */
export const panels = {
  list: "Width of the list",
  timeline: "Height of the timeline",
} as const;
