import type { ZoneFeature, ZoneProperties } from "../../contracts/zones.ts";
import type { ZoneDraft, ZoneLimit } from "../../kernel/zone.ts";

/** The properties of a zone that are only displayed, in the form of the API. */
export type ZoneDetails = Omit<ZoneProperties, "id" | "set_id" | "identifier" | "name" | "restriction">;

export function detailsOf(zone: ZoneDraft): ZoneDetails {
  return {
    country: zone.country,
    kind: zone.kind,
    reasons: [...zone.reasons],
    message: zone.message,
    authority: zone.authority,
    lower: outermost(
      zone.volumes.map(({ lower }) => lower),
      (a, b) => a - b,
    ),
    upper: outermost(
      zone.volumes.map(({ upper }) => upper),
      (a, b) => b - a,
    ),
    periods: zone.periods.map(({ start, end, daily }) => ({
      start,
      end,
      daily: daily.map(({ days, startTime, endTime }) => ({
        days: [...days],
        start_time: startTime,
        end_time: endTime,
      })),
    })),
  };
}

/** The zone of another station, with one volume per polygon of its outline. */
export function draftOf({ geometry, properties }: ZoneFeature): ZoneDraft {
  const { lower, upper, periods } = properties;
  const limit = (wire: ZoneProperties["lower"]) =>
    wire === null ? null : { valueM: wire.value, reference: wire.reference };
  return {
    identifier: properties.identifier,
    name: properties.name,
    country: properties.country,
    restriction: properties.restriction,
    kind: properties.kind,
    reasons: properties.reasons,
    message: properties.message,
    authority: properties.authority,
    volumes: geometry.coordinates.map((rings) => ({
      rings: rings.map((ring) => ring.map(([longitude = 0, latitude = 0]) => ({ latitude, longitude }))),
      lower: limit(lower),
      upper: limit(upper),
    })),
    periods: periods.map(({ start, end, daily }) => ({
      start,
      end,
      daily: daily.map(({ days, start_time: startTime, end_time: endTime }) => ({ days, startTime, endTime })),
    })),
  };
}

/** The limit of all volumes together; none when one of them has none. */
function outermost(
  limits: readonly (ZoneLimit | null)[],
  order: (a: number, b: number) => number,
): { readonly value: number; readonly reference: ZoneLimit["reference"] } | null {
  const known = limits.filter((limit) => limit !== null);
  const [first] = known.toSorted((a, b) => order(a.valueM, b.valueM));
  return first === undefined || known.length < limits.length
    ? null
    : { value: first.valueM, reference: first.reference };
}
