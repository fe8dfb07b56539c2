/** Names of the edges by which panels are resized; part of `en.ts`. */
export const panels = {
  list: "Width of the list",
  timeline: "Height of the timeline",
} as const;
