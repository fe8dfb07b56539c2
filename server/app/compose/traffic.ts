import { createTraffic, type TrafficFeature } from "../../features/traffic/index.ts";
import type { AlertsFeature } from "../../features/alerts/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { LiveGateway } from "../../live/live-gateway.ts";
import type { Store } from "../../storage/database.ts";
import type { Identity } from "./identity.ts";

/** Aircraft with a crew. */
export function composeTraffic(parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly identity: Pick<Identity, "accounts">;
  /** Created later. */
  readonly told: () => { readonly gateway: LiveGateway; readonly alerts: AlertsFeature };
}): TrafficFeature {
  const { store, clock, identity, told } = parts;
  return createTraffic({
    reader: store.reader,
    writer: store.writer,
    clock,
    publish: (traffic) => told().gateway.publishTraffic(traffic),
    onStored: (points) => told().alerts.takeTraffic(points),
    recordAudit: identity.accounts.audit.record,
  });
}
