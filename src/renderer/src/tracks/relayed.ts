import type { Source } from "../../../../server/contracts/sources.ts";

/** The separator between the sensor id of a peer's source and the sensor at the peer. */
const SEPARATOR = " / ";

type Named = Pick<Source, "name" | "sensor_id" | "settings" | "peer_name">;

/** The peer through which a sensor's records came; `undefined` for a sensor of this station. */
export function peerOfSensor(sensorId: string, sources: readonly Named[]): string | undefined {
  const source = sources.find(
    (one) => one.settings.kind === "cloud" && sensorId.startsWith(`${one.sensor_id}${SEPARATOR}`),
  );
  return source && (source.peer_name ?? source.name);
}

/** The peer of an aircraft that no receiver of this station receives. */
export function onlyPeerOf(sensorIds: readonly string[], sources: readonly Named[]): string | undefined {
  const peers = sensorIds.map((id) => peerOfSensor(id, sources));
  return peers.includes(undefined) ? undefined : peers[0];
}
