import type { Source } from "../../contracts/station.ts";
import type { SourceRun } from "../source.ts";
import { demoSource } from "./demo.source.ts";
import { fileSource } from "./file.source.ts";
import type { PushInbox } from "./push.source.ts";
import { serialSource } from "./serial.source.ts";
import { udpSource } from "./udp.source.ts";

/** The run of a source by its kind; `inbox` is where pushes over HTTP arrive. */
export function createRunFor(inbox: PushInbox): (source: Pick<Source, "sensor_id" | "settings">) => SourceRun {
  return ({ settings, sensor_id: sensorId }) => {
    switch (settings.kind) {
      case "file":
        return fileSource(settings);
      case "udp":
        return udpSource(settings);
      case "serial":
        return serialSource(settings);
      case "demo":
        return demoSource(sensorId);
      default:
        return inbox.run;
    }
  };
}
