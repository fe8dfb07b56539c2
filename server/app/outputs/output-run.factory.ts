import type { OutputSettings } from "../../contracts/outputs.ts";
import { heartbeatPayload } from "../../ingest/codecs/mavlink.encode.ts";
import { mavlinkReport } from "../../ingest/mavlink.report.ts";
import { loadGeoid } from "../../kernel/geoid.ts";
import { mavlinkOutput } from "../../outputs/mavlink.output.ts";
import { mqttOutput } from "../../outputs/mqtt.output.ts";
import type { OutputRecord, SendRecords } from "../../outputs/output.ts";
import { takOutput } from "../../outputs/tak.output.ts";

/** Settings of outputs that send records. */
export type RecordOutputSettings = Exclude<OutputSettings, { readonly kind: "webhook" }>;

/** Creates the run of an output according to its kind. */
export function createRecordRun(settings: RecordOutputSettings): SendRecords {
  switch (settings.kind) {
    case "tak":
      return takOutput(settings);
    case "mqtt":
      return mqttOutput(settings);
    case "mavlink":
      return async (context) => {
        const geoid = await loadGeoid();
        const report = (record: OutputRecord, nowMs: number) =>
          mavlinkReport({ ...record, operator: record.operator ?? record.takeOff }, geoid, nowMs);
        return mavlinkOutput(settings, { report, heartbeat: heartbeatPayload("adsb") })(context);
      };
  }
}
