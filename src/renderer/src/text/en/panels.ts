/** The panels around a map: the names of their edges, and how they are moved and folded. */
export const panels = {
  list: "Width of the list",
  timeline: "Height of the timeline",
  handle: {
    list: "Move or fold the list",
    card: "Move or fold the card",
    timeline: "Move or fold the timeline",
  },
  names: {
    list: "List",
    card: "Card",
    timeline: "Timeline",
  },
  places: {
    left: "left of the map",
    right: "right of the map",
    above: "above the map",
    below: "below the map",
  },
  /** Such as "List: right of the map". */
  placed: "{panel}: {place}",
  folded: "{panel}: folded",
  unfolded: "{panel}: shown",
  move: {
    left: "Move to the left of the map",
    right: "Move to the right of the map",
    above: "Move above the map",
    below: "Move below the map",
  },
  fold: {
    list: "Fold the list",
    card: "Show only the heading of the card",
    timeline: "Show the timeline as one line",
  },
  unfold: {
    list: "Show the list",
    card: "Show the whole card",
    timeline: "Show the whole timeline",
  },
  usual: "Usual layout",
  isUsual: "The panels are at their usual places.",
  listNeeded: "The list stays in view while operations are merged.",
  narrow: "In a narrow window the panels stay below one another. Make it wider to move or fold them.",
} as const;
