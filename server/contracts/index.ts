import { operationRoutes } from "./operations.ts";
import { sourceRoutes, stationRoutes } from "./station.ts";
import { telemetryRoutes } from "./telemetry.ts";

/** Every route of the station, by operation id. What is not in here is not served. */
export const allRoutes = {
  ...telemetryRoutes,
  ...operationRoutes,
  ...stationRoutes,
  ...sourceRoutes,
} as const;
export type AllRoutes = typeof allRoutes;
export type RouteName = keyof AllRoutes;
