import type { Screen, Step } from "./screens.ts";

const LIVE_ROW = "[role=option]";
const CARD = "[data-testid=operation-card] [data-testid=statistics] dl";
const TOOLS = "[data-testid=map-tools]";
const OPEN_TOOLS = ".map-buttons button >> nth=-1";
const MAP = "[data-testid=map]";

export const LIVE = { address: "#/?at=47.0729,15.4432,13.5", shown: LIVE_ROW } as const;

function colouredBy(name: string): Screen {
  const steps = [OPEN_TOOLS, { select: "[data-testid=colour-by]", option: name }, OPEN_TOOLS];
  return { ...LIVE, name: `live-colours-${name}`, steps, result: "[data-testid=colour-legend]" };
}

/** The tools, panels, cards and menus over the live map. */
export const MAP_SCREENS: readonly Screen[] = [
  { ...LIVE, name: "live-tools", steps: [OPEN_TOOLS], result: TOOLS },
  {
    ...LIVE,
    name: "live-go",
    steps: [OPEN_TOOLS, { fill: `${TOOLS} .input >> nth=0`, text: "Leib" }],
    result: `${TOOLS} .choices`,
  },
  {
    ...LIVE,
    name: "live-measure",
    steps: [
      OPEN_TOOLS,
      "[data-testid=measure]",
      {
        clickIn: MAP,
        at: [
          [0.6, 0.25],
          [0.85, 0.2],
          [0.9, 0.6],
          [0.65, 0.65],
        ],
      },
    ],
    result: "[data-testid=measured]",
  },
  {
    ...LIVE,
    name: "live-rings",
    steps: [
      OPEN_TOOLS,
      `${TOOLS} .part:has(h3) .button`,
      { select: "[data-testid=rings]", option: "500" },
      { fill: "[data-testid=sensor-range]", text: "2" },
    ],
    result: "[data-testid=my-place]",
  },
  {
    ...LIVE,
    name: "live-tools-end",
    steps: [
      OPEN_TOOLS,
      { select: "[data-testid=coordinate-format]", option: "mgrs" },
      ...Array<Step>(2).fill("[data-testid=traffic-layer]"),
    ],
    result: TOOLS,
  },
  ...["height", "speed", "sensor"].map(colouredBy),
  {
    ...LIVE,
    name: "live-menu",
    steps: [LIVE_ROW, "[data-testid=operation-menu]"],
    result: "[data-testid=delete-operation]",
  },
  { ...LIVE, name: "live-export", steps: [LIVE_ROW, "[data-testid=export]"], result: "[role=menu]" },
  {
    ...LIVE,
    name: "live-remove",
    steps: [LIVE_ROW, "[data-testid=operation-menu]", "[data-testid=delete-operation]"],
    result: "[data-testid=confirm]",
  },
  {
    ...LIVE,
    name: "live-zone",
    address: "#/?at=47.0833,15.4583,14.5",
    steps: [{ clickIn: MAP, at: [[0.5, 0.5]] }],
    result: "[data-testid=zone-card]",
  },
  {
    name: "live-absent",
    address: "#/?aircraft=00000000-0000-4000-8000-000000000000",
    shown: "[data-testid=absent-card]",
    steps: [],
  },
  {
    name: "live-replay-playing",
    address: `#/?at=47.07,15.46,12&moment=${new Date(Date.now() - 27.5 * 60_000).toISOString()}`,
    shown: "[data-testid=replay-notice]",
    steps: [LIVE_ROW, "[data-testid=timeline-play]"],
    result: CARD,
  },
  { ...LIVE, name: "live-copied", steps: ["[data-testid=copy-live-link]"], result: ".toast" },
  { ...LIVE, name: "live-maps", steps: ["[data-testid=map-sets-open]"], result: "[data-testid=map-sets]" },
  {
    ...LIVE,
    name: "live-maps-path",
    steps: [
      "[data-testid=map-sets-open]",
      "[data-testid=map-path] summary",
      { fill: "[data-testid=map-path-text]", text: "/maps/nowhere.pmtiles" },
      "[data-testid=map-path-add]",
    ],
    result: "[data-testid=map-path] .is-problem",
  },
];
