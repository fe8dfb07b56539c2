/** Names of the edges by which panels are resized. */
export const panels = {
  list: "Width of the list",
  timeline: "Height of the timeline",
} as const;
