import type { MapFeature } from "../../kernel/map-feature.ts";
import { toGeometry } from "./area.geometry.ts";
import type { FlightsDeps } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";
import { toFlight } from "./flights.wire.ts";

/** A flight as a map draws it: its track, or where there is none the region that it was planned for. */
export function toFlightFeature(
  flight: FlightModel,
  { tracks, ...deps }: Pick<FlightsDeps, "findDevice" | "findAircraft" | "tracks">,
  signal: AbortSignal,
): MapFeature {
  const { id, suboperation, area } = flight;
  const hasTrack = (tracks.extent(suboperation)?.records ?? 0) > 0;
  const properties = {
    ...toFlight(flight, deps),
    geometry_source: hasTrack ? "track" : "region",
    region_radius: hasTrack || area.kind === "polygon" ? null : area.radiusM,
  };
  const shape: MapFeature["shape"] = hasTrack
    ? { kind: "tracks", points: tracks.readOnMap(suboperation, signal) }
    : { kind: "geometry", geometry: toGeometry(area) };
  return { id, properties, shape };
}
