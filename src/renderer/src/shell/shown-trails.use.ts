import { type Ref, watch } from "vue";
import { MAX_DETAILED } from "../map/tracks.scene.ts";
import type { LiveTracks } from "../tracks/live-tracks.ts";
import type { SwitchableTrackSource } from "../tracks/track-source.ts";
import type { LiveList } from "./live-list.use.ts";

/**
 * Loads the trails of the aircraft in view if the map draws them in full. With many aircraft it draws only the last
 * half minute, which the console has received itself.
 */
export function useShownTrails(
  tracks: LiveTracks,
  source: Readonly<Ref<SwitchableTrackSource>>,
  { rows }: Pick<LiveList, "rows">,
): void {
  watch(
    rows,
    (shown) => {
      if (source.value.kind === "live" && shown.length <= MAX_DETAILED) tracks.loadTrails(shown.map(({ id }) => id));
    },
    { immediate: true },
  );
}
