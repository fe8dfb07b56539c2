import { type ShallowRef, shallowRef, watch } from "vue";
import { useGroundModel } from "../../api/ground-model.store.ts";
import { groundUnder } from "./track-ground.ts";
import type { TrackSeries } from "./track-series.ts";

/** The ground under a track, once all of it is loaded. */
export function useTrackGround(
  series: () => TrackSeries,
): Readonly<ShallowRef<readonly (number | null)[] | undefined>> {
  const model = useGroundModel();
  const ground = shallowRef<readonly (number | null)[]>();
  watch(
    series,
    async (track) => {
      ground.value = undefined;
      await model.prepare(track.places).catch(() => undefined);
      if (track === series()) ground.value = groundUnder(track, model.find);
    },
    { immediate: true },
  );
  return ground;
}
