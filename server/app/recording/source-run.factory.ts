import type { Source } from "../../contracts/sources.ts";
import { adsbSource } from "../../ingest/sources/adsb.source.ts";
import { type CloudSourceDeps, cloudSource } from "../../ingest/sources/cloud.source.ts";
import { demoSource } from "../../ingest/sources/demo.source.ts";
import { fileSource } from "../../ingest/sources/file.source.ts";
import { mavlinkVehicleSource } from "../../ingest/sources/mavlink-vehicle.source.ts";
import { netridSource } from "../../ingest/sources/netrid.source.ts";
import { positionSource, type PositionSourceDeps } from "../../ingest/sources/position.source.ts";
import { mqttSource } from "../../ingest/sources/mqtt.source.ts";
import type { PushInbox } from "../../ingest/sources/push.source.ts";
import { serialSource } from "../../ingest/sources/serial.source.ts";
import { udpSource } from "../../ingest/sources/udp.source.ts";
import type { SourceRun } from "../../ingest/source.ts";
import type { Clock } from "../../kernel/clock.ts";
import { readPayload } from "./read-payload.ts";

/**
 * Creates the run of a source according to its kind; `inbox` receives pushes over HTTP, `cloud` opens peers,
 * `reportPositionOf` receives the station's position from a source, and `monotonic` is a monotonic clock.
 */
export function createSourceRunFactory(
  inbox: PushInbox,
  cloud: CloudSourceDeps,
  {
    reportPositionOf,
    monotonic,
  }: {
    readonly reportPositionOf: (sourceId: string) => PositionSourceDeps["report"];
    readonly monotonic: Clock;
  },
): (source: Pick<Source, "id" | "sensor_id" | "settings">) => SourceRun {
  return ({ id, settings, sensor_id: sensorId }) => {
    switch (settings.kind) {
      case "file":
        return fileSource(settings);
      case "udp":
        return udpSource(settings);
      case "serial":
        return serialSource(settings);
      case "push":
        return inbox.run;
      case "cloud":
        return cloudSource(settings, sensorId, cloud);
      case "adsb":
        return adsbSource(settings);
      case "mavlink_vehicle":
        return mavlinkVehicleSource(settings, { monotonic });
      case "mqtt":
        return mqttSource(settings, { readPayload });
      case "position":
        return positionSource(settings, { report: reportPositionOf(id) });
      case "netrid":
        return netridSource(settings);
      case "demo":
        return demoSource(sensorId);
    }
  };
}
