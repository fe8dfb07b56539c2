import { useStorage } from "@vueuse/core";
import { defineStore } from "pinia";
import type { LatLon } from "../../tracks/mercator.ts";
import type { ColourKey } from "../track-colours.ts";
import type { CoordinateFormat } from "../../ui/coordinates.ts";

/** The person's settings of the map tools on this computer. */
export const useMapTools = defineStore("map-tools", () => {
  const format = useStorage<CoordinateFormat>("fieldstation.coordinates", "degrees");
  /** The person's place as set manually; undefined until then. */
  const myPlace = useStorage<LatLon | undefined>("fieldstation.my-place", undefined, localStorage, {
    serializer: { read: (text) => JSON.parse(text) as LatLon, write: (value) => JSON.stringify(value) },
  });
  /** Whether the person's place is taken from the station's own receiver, if it has one, or set manually. */
  const isReceiverUsed = useStorage("fieldstation.place-by-receiver", true);
  /** Between two range rings around that place, metres; 0 without rings. */
  const ringsM = useStorage("fieldstation.range-rings", 0);
  const colourBy = useStorage<ColourKey>("fieldstation.colour-by", "age");
  /** Shown where the station knows the ground. */
  const isHillshadeOn = useStorage("fieldstation.hillshade", true);
  /** The heights of the built-in map, where it is wide enough for them. */
  const isReliefOn = useStorage("fieldstation.relief", true);
  /** Around each sensor whose place is known, metres; 0 for none. */
  const sensorRangeM = useStorage("fieldstation.sensor-range", 0);
  /** Aircraft with a crew, of ADS-B receivers. */
  const isTrafficOn = useStorage("fieldstation.traffic", true);
  return { isTrafficOn, sensorRangeM, isHillshadeOn, isReliefOn, format, myPlace, isReceiverUsed, ringsM, colourBy };
});
