import { z } from "zod";

/** What stands around the map. Not every page has all of them. */
export type Panel = "list" | "card" | "timeline";

/** Where a panel stands: before the map in the order of reading, which is to its left or above it, or after it. */
export type Side = z.infer<typeof sideSchema>;

/** A side in words, which depend on whether the panel stands beside the map or above and below it. */
export type Place = "left" | "right" | "above" | "below";
export type Axis = "across" | "down";

const sideSchema = z.enum(["before", "after"]);
const foldedSchema = z.enum(["list", "card"]);
const USUAL = { list: "before", card: "after", timeline: "after", folded: [] } as const;
const layoutSchema = z.object({
  list: sideSchema.catch(USUAL.list),
  card: sideSchema.catch(USUAL.card),
  timeline: sideSchema.catch(USUAL.timeline),
  folded: z.array(foldedSchema).catch([]),
});

/** The sides of the panels, and which are folded. The timeline itself knows whether it is one line. */
export type PanelLayout = Readonly<z.infer<typeof layoutSchema>>;

export const USUAL_LAYOUT: PanelLayout = { ...USUAL, folded: [] };

/** The layout that was stored; what cannot be read in it is as usual. */
export function parsePanelLayout(stored: string): PanelLayout {
  try {
    return layoutSchema.catch(USUAL_LAYOUT).parse(JSON.parse(stored));
  } catch {
    return USUAL_LAYOUT;
  }
}

export function withSide(layout: PanelLayout, panel: Panel, side: Side): PanelLayout {
  return { ...layout, [panel]: side };
}

export function withFold(layout: PanelLayout, panel: "list" | "card", isFolded: boolean): PanelLayout {
  const others = layout.folded.filter((one) => one !== panel);
  return { ...layout, folded: isFolded ? [...others, panel] : others };
}

export function otherSide(side: Side): Side {
  return side === "before" ? "after" : "before";
}

export function placeOf(side: Side, axis: Axis): Place {
  if (axis === "across") return side === "before" ? "left" : "right";
  return side === "before" ? "above" : "below";
}

/** The half of a region that a point is in. */
export function sideAt(
  { x, y }: { readonly x: number; readonly y: number },
  region: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  axis: Axis,
): Side {
  const share = axis === "across" ? (x - region.left) / region.width : (y - region.top) / region.height;
  return share < 0.5 ? "before" : "after";
}
