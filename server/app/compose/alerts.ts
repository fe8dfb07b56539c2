import { type AlertsFeature, createAlerts } from "../../features/alerts/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import { loadGeoid } from "../../kernel/geoid.ts";
import type { KnownGround } from "../../kernel/ground.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import type { LiveGateway } from "../../live/live-gateway.ts";
import type { Store } from "../../storage/database.ts";
import type { TrafficFeature } from "../../features/traffic/index.ts";
import type { AccountData } from "./account-data.ts";
import type { Core } from "./core.ts";
import type { Identity } from "./identity.ts";

/** Alert rules and alerts. */
export function composeAlerts(parts: {
  readonly store: Store;
  readonly core: Core;
  readonly identity: Pick<Identity, "accounts">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly sources: { readonly listPositionSensors: () => readonly string[] };
  readonly accountData: Pick<AccountData, "findZone">;
  readonly traffic: Pick<TrafficFeature, "read">;
  readonly ground: KnownGround;
  /** Opened after the pipeline is ready. */
  readonly gateway: () => LiveGateway;
}): AlertsFeature {
  const { store, core, clock, ids, log, gateway } = parts;
  const { accounts } = parts.identity;
  const { tracks } = core.operations;
  return createAlerts({
    reader: store.reader,
    writer: store.writer,
    clock,
    ids,
    log,
    loadGeoid,
    ground: parts.ground,
    listStationSensors: parts.sources.listPositionSensors,
    findZone: parts.accountData.findZone,
    tracksInside: core.telemetry.tracksInside,
    listReadable(suboperations, caller) {
      const viewer = { caller, isPublicExcluded: false };
      return new Set(
        tracks.tracksByNumber(new Set(suboperations), false, viewer).map(({ suboperation }) => suboperation),
      );
    },
    isStored: (suboperation) => tracks.findExtent(suboperation) !== undefined,
    findName(userId) {
      const account = accounts.users.find(userId);
      return account === undefined ? null : (account.fullName ?? account.email);
    },
    readTraffic: parts.traffic.read,
    recordAudit: accounts.audit.record,
    publish: (...alert) => gateway().publishAlert(...alert),
  });
}
