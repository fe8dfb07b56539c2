import { createTraffic, type TrafficFeature } from "../../features/traffic/index.ts";
import type { AlertsFeature } from "../../features/alerts/index.ts";
import { composeAlerts } from "./alerts.ts";

/** Aircraft with a crew, and the alerts, which are also judged on them. */
export function composeTrafficAndAlerts(parts: Omit<Parameters<typeof composeAlerts>[0], "traffic">): {
  readonly traffic: TrafficFeature;
  readonly alerts: AlertsFeature;
  readonly handlers: TrafficFeature["handlers"] & AlertsFeature["handlers"];
} {
  const { store, clock, identity, gateway } = parts;
  const traffic: TrafficFeature = createTraffic({
    reader: store.reader,
    writer: store.writer,
    clock,
    publish: (record) => gateway().publishTraffic(record),
    onStored: (points) => alerts.takeTraffic(points),
    recordAudit: identity.accounts.audit.record,
  });
  const alerts: AlertsFeature = composeAlerts({ ...parts, traffic });
  return { traffic, alerts, handlers: { ...traffic.handlers, ...alerts.handlers } };
}
