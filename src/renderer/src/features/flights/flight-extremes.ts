import type { Text } from "../../text/index.ts";
import { formatHeight, formatSpeed, type UnitSystem } from "../../ui/units.ts";
import { rangeOf, type TrackSeries } from "./track-series.ts";

/** The greatest height of a track with its reference, or that it is not known. */
export function greatestHeightOf(
  { heightsM, heightReference, areHeightsConverted }: TrackSeries,
  units: UnitSystem,
  { t, labelFor }: Text,
): string {
  const highestM = rangeOf(heightsM)?.max;
  if (highestM === undefined || heightReference === undefined) return t("flights.one.notKnown");
  const reference = labelFor("height", heightReference);
  const value = t("flights.one.heightWith", { height: formatHeight(highestM, units), reference });
  return areHeightsConverted ? t("flights.one.converted", { value }) : value;
}

/** The greatest speed of a track, whether it is derived, or that it is not known. */
export function fastestOf({ speeds, areSpeedsDerived }: TrackSeries, units: UnitSystem, { t }: Text): string {
  const fastest = rangeOf(speeds)?.max;
  if (fastest === undefined) return t("flights.one.notKnown");
  const value = formatSpeed(fastest, units);
  return areSpeedsDerived ? t("flights.one.fromTrack", { value }) : value;
}
