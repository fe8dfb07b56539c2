import { useText } from "../text/index.ts";
import { firstHeight, primaryIdentifier } from "../tracks/identity.ts";
import type { Track } from "../tracks/track-collection.ts";
import { usePreferences } from "../ui/preferences.store.ts";
import { formatHeight } from "../ui/units.ts";

/** The label beside an aircraft, and the text when the pointer is over it. */
export function useTrackLabels(): {
  readonly detailOf: (track: Track) => string;
  readonly hintOf: (track: Track) => string;
} {
  const { t, labelFor } = useText();
  const preferences = usePreferences();

  return {
    detailOf(track) {
      if (track.isApproximate) return t("map.approximate");
      const height = firstHeight(track);
      const label = height ? `${formatHeight(height.value, preferences.units)} ${height.type}` : "";
      return track.isReplayed ? t("map.replayed", { label }).trim() : label;
    },
    /** The abbreviation of a height reference is explained: `ATO` is no word. */
    hintOf(track) {
      const name = primaryIdentifier(track.operation) ?? t("live.unknownAircraft");
      const height = track.isApproximate ? undefined : firstHeight(track);
      return height
        ? `${name}: ${formatHeight(height.value, preferences.units)} ${labelFor("height", height.type)}`
        : name;
    },
  };
}
