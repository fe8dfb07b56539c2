import { type LiveMapQuery, MAX_DRAWN_OPERATIONS, type networkLinkRoutes } from "../../contracts/network-link.ts";
import { OperationListQuery } from "../../contracts/operations.ts";
import {
  type DrawnOperation,
  linesThrough,
  liveMapGeojson,
  liveMapKml,
  networkLinkKml,
} from "../../export/live-map.ts";
import type { OperationsFeature } from "../../features/operations/index.ts";
import { type Clock, MINUTE_MS } from "../../kernel/clock.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { MapFeature } from "../../kernel/map-feature.ts";
import { parseBbox } from "../../kernel/geo.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { OnTrack, UaOnMap } from "../../kernel/telemetry.ts";

/** An operation counts as in progress for this long after its last record. */
const CURRENT = "-PT3M";

const utf8 = new TextEncoder();

/** Returns the current operations to programs that fetch a map again and again. */
export function createNetworkLinkHandlers(deps: {
  readonly listOperations: OperationsFeature["service"]["list"];
  readonly baseUrl: () => string;
  readonly clock: Clock;
}): Handlers<typeof networkLinkRoutes> {
  const { clock } = deps;

  async function listDrawn(
    { bbox, trail_minutes: trailMinutes }: LiveMapQuery,
    { principal, signal }: { readonly principal: Principal; readonly signal: AbortSignal },
  ): Promise<readonly DrawnOperation[] | undefined> {
    const query = OperationListQuery.parse({
      from: CURRENT,
      bbox,
      limit: MAX_DRAWN_OPERATIONS,
      order: "-time",
      include_last_telemetry: true,
    });
    const result = await deps.listOperations(query, principal, signal);
    if (result.kind === "invalid") return undefined;
    const trails = new Map(result.listFeatures().map((feature) => [feature.id, feature]));
    const sinceMs = clock.now() - trailMinutes * MINUTE_MS;
    const drawn: DrawnOperation[] = [];
    for (const operation of result.operations) {
      if (operation.status !== "current") continue;
      const feature = trailMinutes === 0 ? undefined : trails.get(operation.id);
      drawn.push({ operation, trail: linesThrough(await pointsSince(feature, sinceMs)) });
    }
    return drawn;
  }

  return {
    getNetworkLink({ query: { refresh_seconds: refreshSeconds, bbox, trail_minutes: trailMinutes } }) {
      if (bbox !== undefined && parseBbox(bbox).kind === "invalid") return WRONG_BBOX;
      const href = new URL("/station/v1/current-operations.kml", deps.baseUrl());
      href.searchParams.set("trail_minutes", String(trailMinutes));
      if (bbox !== undefined) href.searchParams.set("bbox", bbox);
      return { status: 200, body: utf8.encode(networkLinkKml(href.href, refreshSeconds)) };
    },
    async getLiveKml({ query, ...caller }) {
      const drawn = await listDrawn(query, caller);
      return drawn === undefined ? WRONG_BBOX : { status: 200, body: utf8.encode(liveMapKml(drawn, clock.now())) };
    },
    async getLiveGeojson({ query, ...caller }) {
      const drawn = await listDrawn(query, caller);
      return drawn === undefined ? WRONG_BBOX : { status: 200, body: utf8.encode(liveMapGeojson(drawn)) };
    },
  };
}

const WRONG_BBOX = failure(400, "validation_error", "bbox: must be lon_min,lat_min,lon_max,lat_max in degrees.");

async function pointsSince(feature: MapFeature | undefined, sinceMs: number): Promise<readonly OnTrack<UaOnMap>[]> {
  if (feature?.shape.kind !== "tracks") return [];
  const points: OnTrack<UaOnMap>[] = [];
  for await (const slice of feature.shape.points) points.push(...slice.filter(({ timeMs }) => timeMs >= sinceMs));
  return points;
}
