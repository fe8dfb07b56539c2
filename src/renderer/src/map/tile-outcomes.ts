/** Whether a layer has loaded any tile since it was added, and how many failed after the last loaded one. */
export interface TileOutcomes {
  readonly hasLoaded: boolean;
  /** Since the last one that was loaded. */
  readonly failures: number;
}

export const NO_OUTCOMES: TileOutcomes = { hasLoaded: false, failures: 0 };

export function afterLoaded(): TileOutcomes {
  return { hasLoaded: true, failures: 0 };
}

export function afterFailed(before: TileOutcomes): TileOutcomes {
  return { ...before, failures: before.failures + 1 };
}

/** Whether the tiles cover the built-in map. On a network that does not answer, none is loaded and none fails. */
export function areTilesShown({ hasLoaded, failures }: TileOutcomes): boolean {
  return hasLoaded && failures === 0;
}
