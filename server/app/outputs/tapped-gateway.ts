import type { LiveGateway, LiveRecord } from "../../live/live-gateway.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { LiveEventAt } from "./live-outputs.ts";

type Outputs = {
  readonly takeEvent: (event: LiveEventAt) => void;
  readonly isWatched: LiveGateway["isWatched"];
  readonly owners: () => readonly Principal[];
  readonly isAdministrator: (userId: string) => boolean;
};

/** A live stream whose events also go to the outputs that deliver them. */
export function tapGateway(
  gateway: LiveGateway,
  outputs: Outputs,
): {
  readonly gateway: LiveGateway;
  /** The same for events that depend on the recipient: the accounts of outputs count as connected. */
  readonly audience: LiveGateway;
} {
  const { takeEvent } = outputs;
  const isAdministrator = ({ userId }: Principal) => outputs.isAdministrator(userId);
  const taking =
    <T extends object>(name: LiveEventAt["name"], publish: (live: LiveRecord<T>) => void) =>
    (live: LiveRecord<T>) => {
      const { record: payload, latitude, longitude, canReceive = isAnybody } = live;
      publish(live);
      takeEvent({ name, payload, position: { latitude, longitude }, canReceive });
    };
  const tapped: LiveGateway = {
    ...gateway,
    isWatched: (position) => gateway.isWatched(position) || outputs.isWatched(position),
    publishUa: taking("telemetry_ua", gateway.publishUa),
    publishOperator: taking("telemetry_operator", gateway.publishOperator),
    publishSystem: taking("telemetry_system", gateway.publishSystem),
    publishOperation: taking("operation", gateway.publishOperation),
    publishTraffic(record) {
      gateway.publishTraffic(record);
      const { latitude, longitude } = record;
      takeEvent({ name: "traffic", payload: record, position: { latitude, longitude }, canReceive: isAnybody });
    },
    publishPosition(change) {
      gateway.publishPosition(change);
      takeEvent({ name: "position", payload: change, position: change.position ?? undefined, canReceive: isAnybody });
    },
    publishSync(peer) {
      gateway.publishSync(peer);
      takeEvent({ name: "sync", payload: peer, canReceive: ({ userId }) => userId === peer.local_user });
    },
    publishSyncRemoved(peer, localUser) {
      gateway.publishSyncRemoved(peer, localUser);
      takeEvent({ name: "sync_removed", payload: peer, canReceive: ({ userId }) => userId === localUser });
    },
    publishSetup(session) {
      gateway.publishSetup(session);
      takeEvent({ name: "setup", payload: session, canReceive: isAdministrator });
    },
    publishSetupBatch(batch) {
      gateway.publishSetupBatch(batch);
      takeEvent({ name: "setup_batch", payload: batch, canReceive: isAdministrator });
    },
    publishAlert(alert, canReceive) {
      gateway.publishAlert(alert, canReceive);
      const { latitude, longitude } = alert;
      const position = latitude === null || longitude === null ? undefined : { latitude, longitude };
      takeEvent({ name: "alert", payload: alert, position, canReceive });
    },
  };
  return {
    gateway: tapped,
    audience: { ...tapped, listViewers: () => [...gateway.listViewers(), ...outputs.owners()] },
  };
}

const isAnybody = () => true;
