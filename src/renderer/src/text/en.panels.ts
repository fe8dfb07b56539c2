/** Names of the edges that panels are made larger by; part of `en.ts`. */
export const panels = {
  list: "Width of the list",
  timeline: "Height of the timeline",
} as const;
