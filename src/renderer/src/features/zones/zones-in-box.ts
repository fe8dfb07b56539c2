import type { ZoneProperties } from "../../../../../server/contracts/zones.ts";
import { type ApiResult, call, routes } from "../../api/station.client.ts";
import type { ViewBox } from "../../map/viewport.ts";
import { type ZoneShape, zoneShapeOf } from "../../map/zones.draw.ts";

/** The most zones in an answer; a longer one is cut off. */
export const MAX_ZONES = 2000;

export interface LoadedZone {
  readonly properties: ZoneProperties;
  readonly shape: ZoneShape;
}

/** The zones of a region, with what is drawn of them. */
export async function loadZones(box: ViewBox, signal: AbortSignal): Promise<ApiResult<readonly LoadedZone[]>> {
  const query = { bbox: bboxOf(box), limit: String(MAX_ZONES) };
  const answer = await call(routes.listZones, { query, signal });
  if (answer.kind !== "ok") return answer;
  const zones = answer.value.features.map(({ id, geometry, properties }) => ({
    properties,
    shape: zoneShapeOf(id, properties.restriction, geometry.coordinates, properties.name),
  }));
  return { ...answer, value: zones };
}

/** A map that was dragged around the world may lie beyond ±180. */
function bboxOf({ west, south, east, north }: ViewBox): string {
  const turn = Math.round((west + east) / 2 / 360) * 360;
  return [Math.max(-180, west - turn), Math.max(-90, south), Math.min(180, east - turn), Math.min(90, north)]
    .map((side) => side.toFixed(5))
    .join(",");
}
