import type { Ground } from "../../../../../server/contracts/ground-tile.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import type { TrackSeries } from "./track-series.ts";

/**
 * The ground under each point of a track, in metres above the reference of its heights: above the take-off, it is the
 * ground where the track begins. Null where it is not known; undefined where no point has any.
 */
export function groundUnder(
  { places, heightReference }: Pick<TrackSeries, "places" | "heightReference">,
  find: (place: LatLon) => Ground | undefined,
): readonly (number | null)[] | undefined {
  if (heightReference === undefined || heightReference === "pressure") return undefined;
  const [first] = places;
  const start = first && find(first);
  if (heightReference === "ATO" && !start) return undefined;
  const values = places.map((place) => {
    const ground = find(place);
    if (!ground) return null;
    return heightReference === "ATO" ? ground.heightM - (start?.heightM ?? 0) : ground.heightM + ground.geoidM;
  });
  return values.some((value) => value !== null) ? values : undefined;
}
