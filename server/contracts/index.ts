import { accountRoutes, providerRoutes } from "./administration.ts";
import { aircraftRoutes } from "./aircraft.ts";
import { auditRoutes } from "./audit.ts";
import { operationRoutes } from "./operations.ts";
import { sessionRoutes } from "./sessions.ts";
import { sourceRoutes, stationRoutes } from "./station.ts";
import { telemetryRoutes } from "./telemetry.ts";
import { tokenRoutes } from "./tokens.ts";
import { userRoutes } from "./users.ts";

/** Every route of the station, by operation id. What is not in here is not served. */
export const allRoutes = {
  ...telemetryRoutes,
  ...operationRoutes,
  ...stationRoutes,
  ...sourceRoutes,
  ...userRoutes,
  ...tokenRoutes,
  ...aircraftRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...providerRoutes,
  ...auditRoutes,
} as const;
export type AllRoutes = typeof allRoutes;
export type RouteName = keyof AllRoutes;
