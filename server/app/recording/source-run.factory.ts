import type { Source } from "../../contracts/station.ts";
import { adsbSource } from "../../ingest/sources/adsb.source.ts";
import { type CloudSourceDeps, cloudSource } from "../../ingest/sources/cloud.source.ts";
import { demoSource } from "../../ingest/sources/demo.source.ts";
import { fileSource } from "../../ingest/sources/file.source.ts";
import { mavlinkVehicleSource } from "../../ingest/sources/mavlink-vehicle.source.ts";
import type { PushInbox } from "../../ingest/sources/push.source.ts";
import { serialSource } from "../../ingest/sources/serial.source.ts";
import { udpSource } from "../../ingest/sources/udp.source.ts";
import type { SourceRun } from "../../ingest/source.ts";
import type { Clock } from "../../kernel/clock.ts";

/** Creates the run of a source according to its kind; `inbox` receives pushes over HTTP, `cloud` opens peers; `monotonic` is a clock that is never set. */
export function createSourceRunFactory(
  inbox: PushInbox,
  cloud: CloudSourceDeps,
  monotonic: Clock,
): (source: Pick<Source, "sensor_id" | "settings">) => SourceRun {
  return ({ settings, sensor_id: sensorId }) => {
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
      case "demo":
        return demoSource(sensorId);
    }
  };
}
