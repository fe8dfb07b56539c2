import type { Loaded } from "../../api/loaded.use.ts";

/** Loads a track again and again while the flight is flown, and once more after its end; waits for slow answers. */
export function useGrowingTrack(isGrowing: () => boolean, parts: readonly Pick<Loaded<unknown>, "load">[]) {
  let isLoading = false;
  let hasGrown = false;

  return {
    async refresh(): Promise<void> {
      const grows = isGrowing();
      if (isLoading || !(grows || hasGrown)) return;
      hasGrown = grows;
      isLoading = true;
      await Promise.all(parts.map((part) => part.load()));
      isLoading = false;
    },
  };
}
