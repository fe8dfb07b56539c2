import { accountRoutes, providerRoutes } from "./administration.ts";
import { aircraftRoutes } from "./aircraft.ts";
import { alertRoutes } from "./alerts.routes.ts";
import { annotationRoutes } from "./annotations.ts";
import { auditRoutes } from "./audit.ts";
import { metricsRoutes } from "./metrics.ts";
import { operationAccessRoutes } from "./operation-access.ts";
import { backupRoutes } from "./backups.ts";
import { deviceSetupRoutes } from "./device-setup.ts";
import { deviceRoutes } from "./devices.ts";
import { elevationRoutes } from "./elevation.ts";
import { evidenceRoutes } from "./evidence.ts";
import { flightRoutes } from "./flights.routes.ts";
import { flightImportRoutes } from "./flight-import.ts";
import { flightTelemetryRoutes } from "./flight-telemetry.routes.ts";
import { mapSetRoutes } from "./map-sets.ts";
import { manufactureRoutes } from "./manufacture.ts";
import { fusionRoutes } from "./fusion.ts";
import { networkLinkRoutes } from "./network-link.ts";
import { operationRoutes } from "./operations.ts";
import { outputRoutes } from "./outputs.ts";
import { readinessRoutes } from "./readiness.ts";
import { retentionRoutes } from "./retention.ts";
import { sessionRoutes } from "./sessions.ts";
import { searchRoutes } from "./search.ts";
import { secondFactorRoutes } from "./second-factor.ts";
import { sightingRoutes } from "./sightings.routes.ts";
import { setupBatchRoutes } from "./setup-batch.ts";
import { setupDeviceRoutes } from "./setup-devices.ts";
import { setupRoutes } from "./setup.routes.ts";
import { simCardRoutes } from "./sim-cards.ts";
import { recordingRoutes } from "./recordings.ts";
import { sourceRoutes } from "./sources.ts";
import { stationRoutes } from "./station.ts";
import { statisticsRoutes } from "./statistics.ts";
import { syncRoutes } from "./sync.routes.ts";
import { telemetryRoutes } from "./telemetry.ts";
import { timelineRoutes } from "./timeline.ts";
import { tokenRoutes } from "./tokens.ts";
import { maintenanceRoutes } from "./maintenance.ts";
import { trafficRoutes } from "./traffic.ts";
import { userRoutes } from "./users.ts";
import { vehicleRoutes } from "./vehicles.ts";
import { zoneRoutes } from "./zones.ts";

/** Every route of the station, by operationId. A route that is not listed here is not served. */
export const allRoutes = {
  ...telemetryRoutes,
  ...operationRoutes,
  ...fusionRoutes,
  ...operationAccessRoutes,
  ...statisticsRoutes,
  ...annotationRoutes,
  ...alertRoutes,
  ...stationRoutes,
  ...readinessRoutes,
  ...maintenanceRoutes,
  ...backupRoutes,
  ...metricsRoutes,
  ...elevationRoutes,
  ...evidenceRoutes,
  ...zoneRoutes,
  ...mapSetRoutes,
  ...sourceRoutes,
  ...recordingRoutes,
  ...vehicleRoutes,
  ...userRoutes,
  ...tokenRoutes,
  ...aircraftRoutes,
  ...deviceRoutes,
  ...deviceSetupRoutes,
  ...simCardRoutes,
  ...manufactureRoutes,
  ...flightRoutes,
  ...flightTelemetryRoutes,
  ...flightImportRoutes,
  ...searchRoutes,
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...accountRoutes,
  ...providerRoutes,
  ...auditRoutes,
  ...retentionRoutes,
  ...syncRoutes,
  ...sightingRoutes,
  ...setupRoutes,
  ...setupBatchRoutes,
  ...setupDeviceRoutes,
  ...timelineRoutes,
  ...trafficRoutes,
  ...outputRoutes,
  ...networkLinkRoutes,
} as const;
export type AllRoutes = typeof allRoutes;
