import { systemClock, systemSchedule } from "../../server/kernel/clock.ts";
import { silentLog } from "../../server/kernel/log.ts";
import type { UaPoint } from "../../server/kernel/telemetry.ts";
import { NOON_MS, uaPoint } from "../../server/kernel/points.fixture.ts";
import { toUaTelemetry } from "../../server/kernel/telemetry-records.ts";
import type { OutputEvent, OutputRecord, RunOutput } from "../../server/outputs/output.ts";
import { createOutputSupervisor, type OutputStatus } from "../../server/outputs/output.supervisor.ts";

const ID = "00000000-0000-4000-8000-0000000000a1";
/** Back-off passes this much faster than it would in the field. */
const HASTE = 50;

/** One output under the real supervisor. */
export function runningOutput(run: RunOutput, nowMs: () => number = systemClock.now) {
  const ended: string[] = [];
  const supervisor = createOutputSupervisor<OutputRecord>({
    clock: { ...systemClock, now: nowMs },
    schedule: (action, delayMs) => systemSchedule(action, delayMs / HASTE),
    log: silentLog,
    onFinal: (id) => ended.push(id),
  });
  supervisor.start({
    id: ID,
    createRun: () => run,
    keyOf: ({ operationId }) => operationId,
    makeRecord: (record) => record,
  });
  return {
    status: (): OutputStatus => supervisor.status(ID),
    take: (...records: readonly OutputRecord[]) => records.forEach(supervisor.take),
    takeEvents: (...events: readonly OutputEvent[]) => events.forEach((event) => supervisor.takeEvent(ID, event)),
    /** The id, once its receiver wants nothing more. */
    ended,
    stop: supervisor.close,
  };
}

/** The record of an aircraft that declares a serial number; nothing else is known of it. */
export function recordOf(uasId: string | null, point: Partial<UaPoint> = {}): OutputRecord {
  const operationId = `operation of ${uasId}`;
  return {
    operationId,
    ua: toUaTelemetry(uaPoint({ timeMs: NOON_MS, ...point }), { sensorId: "roof", operationId }),
    uasId,
    declared: {
      identifiers: uasId === null ? [] : [{ type: "serial_number", value: uasId }],
      uaType: 2,
      operatorId: null,
      classification: null,
      classificationType: null,
      descriptions: [],
      authentication: [],
    },
    technology: "wifi_beacon",
    operator: null,
    takeOff: null,
  };
}
