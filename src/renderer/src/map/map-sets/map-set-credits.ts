import type { MapSet } from "../../../../../server/contracts/map-sets.ts";
import type { MapSetReport } from "./map-set-layers.ts";

/** The credits of the sets in view: each attribution once, and the names of sets without one. */
export interface MapSetCredits {
  readonly stated: readonly string[];
  readonly unstated: readonly string[];
  /** Names of sets whose tiles cannot be loaded at present. */
  readonly failing: readonly string[];
}

export const NO_REPORT: MapSetReport = { inView: [], failing: [] };

export function mapSetCreditsOf(sets: readonly MapSet[], { inView, failing }: MapSetReport): MapSetCredits {
  const visible = sets.filter(({ id, opacity }) => inView.includes(id) && opacity > 0);
  return {
    stated: [...new Set(visible.map(({ attribution }) => attribution).filter((text) => text !== ""))],
    unstated: visible
      .filter(({ attribution, kind }) => attribution === "" && kind !== "overlay")
      .map(({ name }) => name),
    failing: sets.filter(({ id }) => failing.includes(id)).map(({ name }) => name),
  };
}
