import type { SyncConflict } from "../../../../../server/contracts/sync.ts";
import { areaCornersOf, planShapeOf } from "../../map/plan-shape.ts";
import type { PlanScene } from "../../map/plan.overlay.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import { placeOf, regionOf } from "./conflict.rules.ts";

/** The field below which the maps are shown; undefined where nothing in conflict is on a map. */
export function mappedField({ fields }: Pick<SyncConflict, "fields">): "region" | "takeoff" | undefined {
  return "region" in fields ? "region" : "takeoff" in fields ? "takeoff" : undefined;
}

/** Area and take-off of one side, as far as they are in conflict. */
export function conflictSceneOf({ fields }: Pick<SyncConflict, "fields">, side: "here" | "there"): PlanScene {
  const region = regionOf(fields["region"]?.[side]);
  const takeoff = placeOf(fields["takeoff"]?.[side]);
  return { shape: region && planShapeOf(region, takeoff), takeoff };
}

/** The area that both maps show, so that they have the same scale. */
export function sceneBoundsOf(scenes: readonly PlanScene[]): readonly LatLon[] {
  return scenes.flatMap(({ shape, takeoff }) => [
    ...(shape ? areaCornersOf(shape) : []),
    ...(takeoff ? [takeoff] : []),
  ]);
}
