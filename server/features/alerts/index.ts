import type { BackgroundJob } from "../../kernel/background-job.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { TrafficPoint } from "../../kernel/traffic.ts";
import { createAlertTracks } from "./alert-tracks.store.ts";
import { createAlertRulesService } from "./alert-rules.service.ts";
import type { AlertsDeps } from "./alerts.deps.ts";
import { type AlertsHandlers, createAlertsHandlers } from "./alerts.handlers.ts";
import { type AlertsService, createAlertsService } from "./alerts.service.ts";
import { listAlertsOfOperation, listAlertsOfSensor, listOpenAlerts } from "./alerts.store.ts";
import { createLiveAlerts, type StoredRecord } from "./live-alerts.ts";
import type { LiveOperation, LiveSuboperation } from "./live-operations.ts";
import { createLiveSensors } from "./live-sensors.ts";
import { TRAFFIC_MEMORY_MS } from "./live-traffic.ts";
import { fixesOf } from "./traffic-fixes.ts";

export { createAlertsAnonymiser, createAlertsPurge } from "./alerts.store.ts";

const EVERYWHERE = { west: -180, south: -90, east: 180, north: 90 };
const FLUSH_INTERVAL_MS = SECOND_MS / 4;

/** Rules that are judged on what is received, and the alerts that they raise. */
export type AlertsFeature = {
  readonly handlers: AlertsHandlers;
  /** Call with records when they are on disk. */
  readonly takeRecords: (records: readonly AlertRecord[]) => void;
  /** Call with positions of aircraft with a crew when they are on disk. */
  readonly takeTraffic: (points: readonly TrafficPoint[]) => void;
  /** Call with operations whose suboperations may have changed. */
  readonly takeChanges: (operations: readonly LiveOperation[]) => void;
  /**
   * Alerts that were open in a range of time and are not contradicted, newest first, as far as the caller may see them.
   */
  readonly listOver: AlertsService["listOver"];
  readonly backgroundJobs: readonly BackgroundJob[];
};

/** A record that is on disk: of an aircraft and its operator, or of a sensor. */
export type AlertRecord =
  | (StoredRecord & {
      readonly suboperation: LiveSuboperation & { readonly sensorId: string; readonly origin: string | null };
      /** Stored records were replaced by others. */
      readonly isReplaced?: boolean;
    })
  | {
      readonly sensorId: string;
      readonly timeMs: number;
      /** Where the sensor was, degrees × 10⁷; null where it does not know. */
      readonly latitudeE7: number | null;
      readonly longitudeE7: number | null;
    };

export function createAlerts(deps: AlertsDeps): AlertsFeature {
  const { reader, writer, clock, ids, log } = deps;
  const tracks = createAlertTracks(reader, deps);
  const alerts = createAlertsService(deps);
  const flushed =
    <A extends unknown[], R>(read: (...of: A) => R) =>
    (...of: A): R => {
      alerts.flush(true);
      return read(...of);
    };
  const live = createLiveAlerts({
    clock,
    ids,
    tracks,
    listAlertsOf: flushed((operation: number) => listAlertsOfOperation(writer, operation)),
    note: alerts.note,
  });
  const sensors = createLiveSensors({
    clock,
    ids,
    tracks,
    listAlertsOf: flushed((ruleId: string) => listAlertsOfSensor(writer, ruleId)),
    note: alerts.note,
  });
  const rules = createAlertRulesService(deps, {
    tracks,
    alerts,
    use(compiled) {
      live.setRules(compiled.filter(({ rule }) => rule.condition.kind !== "sensor_silent"));
      sensors.setRules(compiled);
    },
  });
  /** Records that arrived before the rules were read. */
  let waiting: AlertRecord[] | null = [];

  function takeSensor(record: Exclude<AlertRecord, StoredRecord>): void {
    const { sensorId, timeMs, latitudeE7, longitudeE7 } = record;
    sensors.take(sensorId, timeMs);
    if (latitudeE7 === null || longitudeE7 === null) return;
    live.takeSensor(sensorId, { timeMs, latitude: latitudeE7 / 1e7, longitude: longitudeE7 / 1e7, wgs84M: NaN });
  }

  function take(record: AlertRecord): void {
    if (!("suboperation" in record)) return takeSensor(record);
    const { suboperation, ua, operator } = record;
    const timeMs = (ua ?? operator)?.timeMs;
    if (timeMs !== undefined && suboperation.origin === null) sensors.take(suboperation.sensorId, timeMs);
    if (record.isReplaced) live.repeat(suboperation.operation);
    live.take(record);
  }

  async function begin(): Promise<void> {
    await rules.refresh();
    const fromMs = clock.now() - TRAFFIC_MEMORY_MS;
    const recent = await deps.readTraffic({ fromMs, toMs: clock.now() }, EVERYWHERE, new AbortController().signal);
    live.loadTraffic(fixesOf(recent), fromMs);
    live.resume(listOpenAlerts(writer));
    const records = waiting ?? [];
    waiting = null;
    records.forEach(take);
  }

  begin().catch((error: unknown) => {
    // If the station ends before the rules are read, its database is closed.
    if (reader.open) log.error({ err: error }, "alert rules could not be read");
  });
  return {
    handlers: createAlertsHandlers(deps, alerts, rules, (ruleId, caller) => {
      const unknown = live.listNotJudged(ruleId);
      const readable = deps.listReadable(unknown.flat(), caller);
      return unknown.filter((suboperations) => suboperations.every((one) => readable.has(one))).length;
    }),
    takeRecords(records) {
      if (waiting !== null) return void waiting.push(...records);
      try {
        records.forEach(take);
        alerts.flush();
      } catch (error) {
        // Recording must not depend on alerts; alerts that were not stored are stored with the next job.
        log.error({ err: error }, "alerts could not be judged");
      }
    },
    takeTraffic(points) {
      try {
        fixesOf(points).forEach(live.takeTraffic);
        alerts.flush();
      } catch (error) {
        log.error({ err: error }, "alerts could not be judged");
      }
    },
    listOver: alerts.listOver,
    takeChanges: (operations) => operations.forEach(live.takeChange),
    backgroundJobs: [
      {
        intervalMs: FLUSH_INTERVAL_MS,
        failure: "alerts could not be brought up to date",
        async run(signal) {
          await live.catchUp(signal);
          live.tick();
          sensors.tick();
          alerts.flush();
        },
        async finish() {
          live.finish();
          alerts.flush(true);
        },
      },
    ],
  };
}
