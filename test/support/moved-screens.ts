import { LIVE } from "./map-screens.ts";
import type { Screen, Step } from "./screens.ts";

const ROW = "[role=option]";
const CARD = "[data-testid=operation-card] [data-testid=statistics] dl";

/** By the menu of a panel, to its other side. */
const move = (panel: string): readonly Step[] => [`[data-testid=panel-${panel}]`, "[data-testid=panel-move]"];
const fold = (panel: string): readonly Step[] => [`[data-testid=panel-${panel}]`, "[data-testid=panel-fold]"];
const MIRRORED: readonly Step[] = [...move("list"), ...move("timeline")];

/** Panels around the map that stand elsewhere than usually, or are folded. */
export const MOVED_SCREENS: readonly Screen[] = [
  { ...LIVE, name: "live-moved", steps: [ROW, ...MIRRORED, ...move("card")], result: CARD },
  { ...LIVE, name: "live-card-left", steps: [ROW, ...move("card")], result: CARD },
  { ...LIVE, name: "live-folded", steps: [ROW, ...fold("card"), ...fold("list")], result: "[data-testid=card-unfold]" },
  {
    ...LIVE,
    name: "live-moved-merge",
    steps: [
      `${ROW} >> nth=0`,
      ...MIRRORED,
      ...move("card"),
      "[data-testid=operation-menu]",
      "[data-testid=merge]",
      `${ROW}[aria-selected=false]`,
    ],
    result: "[data-testid=merge-do]:enabled",
  },
  {
    name: "live-moved-replay",
    address: `#/?at=47.07,15.46,12&moment=${new Date(Date.now() - 27.5 * 60_000).toISOString()}`,
    shown: "[data-testid=replay-notice]",
    steps: [ROW, ...MIRRORED, ...move("card")],
    result: CARD,
  },
  {
    name: "log-moved",
    address: "#/log?period=hour",
    shown: "[data-testid=log-table] tbody tr",
    steps: ["[data-testid=log-table] tbody tr", ...move("list"), ...move("card")],
    result: CARD,
  },
];
