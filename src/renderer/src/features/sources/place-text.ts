import type { StationPosition } from "../../../../../server/contracts/receiver-settings.ts";
import type { Source, SourceKind } from "../../../../../server/contracts/sources.ts";
import { useText } from "../../text/index.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import { formatAge } from "../../ui/times.ts";
import { formatHeight, type UnitSystem } from "../../ui/units.ts";

/** Kinds of sources whose sensors may be at the station's position. */
const RECEIVER_KINDS: ReadonlySet<SourceKind> = new Set(["udp", "serial", "push", "mqtt"]);

/** Whether a source can use the station's position: it is a receiver, and the station knows its own position. */
export function canStandWithStation(
  source: Pick<Source, "settings">,
  all: readonly Pick<Source, "settings">[],
): boolean {
  return RECEIVER_KINDS.has(source.settings.kind) && all.some(({ settings }) => settings.kind === "position");
}

/** A position with its height and its reference, and how old it is. `nowMs` is the station's clock. */
export function placeText(
  position: StationPosition | undefined,
  nowMs: number,
  { units, format }: { readonly units: UnitSystem; readonly format: (place: LatLon) => string },
): string {
  const { t, labelFor } = useText();
  if (position === undefined) return t("receivers.noPlace");
  const { altitude_m: altitudeM, altitude_reference: reference } = position;
  const height =
    altitudeM === null || reference === null
      ? []
      : [`${formatHeight(altitudeM, units)} ${labelFor("height", reference)}`];
  const place = [format(position), ...height].join(" · ");
  return t("receivers.placeAge", { place, age: formatAge(nowMs - Date.parse(position.time)) });
}
