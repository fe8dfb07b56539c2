import type { Text } from "../../text/index.ts";
import { formatHeight, formatSpeed, type UnitSystem } from "../../ui/units.ts";
import { valueRangeOf, type TrackSeries } from "./track-series.ts";

/** The greatest height of a track with its reference, or that it is not known. */
export function greatestHeightOf(
  { heightsM, heightReference, areHeightsConverted }: TrackSeries,
  units: UnitSystem,
  { t, labelFor }: Text,
): string {
  const highestM = valueRangeOf(heightsM)?.max;
  if (highestM === undefined || heightReference === undefined) return t("flights.one.notKnown");
  const reference = labelFor("height", heightReference);
  const value = t("flights.one.heightWith", { height: formatHeight(highestM, units), reference });
  return areHeightsConverted ? t("flights.one.converted", { value }) : value;
}

/** The greatest speed of a track, whether it is derived, or that it is not known. */
export function greatestSpeedOf({ speeds, areSpeedsDerived }: TrackSeries, units: UnitSystem, { t }: Text): string {
  const fastest = valueRangeOf(speeds)?.max;
  if (fastest === undefined) return t("flights.one.notKnown");
  const value = formatSpeed(fastest, units);
  return areSpeedsDerived ? t("flights.one.fromTrack", { value }) : value;
}
