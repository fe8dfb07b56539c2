import type { SourceSettings } from "../../contracts/sources.ts";
import { type Clock, monotonicClock, SECOND_MS, type Schedule, systemSchedule } from "../../kernel/clock.ts";
import { encodeMavlinkFrame } from "../../kernel/mavlink.frame.encode.ts";
import { MAVLINK_ID } from "../../kernel/mavlink.ids.ts";
import { batchPerTick } from "../batch-per-tick.ts";
import { createVehicleDecoder, type VehicleDecoder } from "../codecs/vehicle.decode.ts";
import { SourceFailure } from "../source.failure.ts";
import type { SourceRun } from "../source.ts";
import { vehicleAddressOf } from "../../kernel/vehicle-address.ts";
import { listenOnUdp, readFromSerial, readFromTcp, type VehicleLink } from "./vehicle.links.ts";

export type MavlinkVehicleSettings = Extract<SourceSettings, { readonly kind: "mavlink_vehicle" }>;

/** HEARTBEAT of a ground station: `MAV_TYPE_GCS`, no autopilot, active. */
const GROUND_STATION = Uint8Array.of(0, 0, 0, 0, 6, 8, 0, 4, 3);
/** The sender ids of QGroundControl and Mission Planner. */
const GROUND_STATION_SYSTEM = { systemId: 255, componentId: 190 };

/**
 * The stream of the operator's own autopilot: UDP, TCP or serial, MAVLink 1 and 2. It only listens; if the settings
 * require it, it sends the heartbeat of a ground station once a second, without which some links stay silent.
 */
export function mavlinkVehicleSource(
  settings: MavlinkVehicleSettings,
  options: { readonly monotonic?: Clock; readonly schedule?: Schedule } = {},
): SourceRun {
  const { monotonic = monotonicClock, schedule = systemSchedule } = options;
  return async (context) => {
    const address = vehicleAddressOf(settings.url);
    if (address === undefined) throw new SourceFailure(`${settings.url} is no address.`, { isPersistent: true });
    const arrival = () => ({ timeMs: context.clock.now(), monotonicMs: monotonic.now() });
    const collect = batchPerTick((decoded) => void context.take(decoded));
    // A MAVLink frame cannot span datagrams, and several may send to one port.
    const stream: VehicleDecoder | undefined = address.kind === "udp" ? undefined : createVehicleDecoder();
    const link: VehicleLink = {
      context,
      schedule,
      onBytes(bytes) {
        if (stream !== undefined) return collect(stream.push(bytes, arrival()));
        const datagram = createVehicleDecoder();
        collect([...datagram.push(bytes, arrival()), ...datagram.end(arrival())]);
      },
      onOpen(send) {
        context.running();
        return settings.send_heartbeat ? sendHeartbeats(send, schedule) : () => undefined;
      },
    };
    if (address.kind === "udp") await listenOnUdp(address, link);
    else if (address.kind === "tcp") await readFromTcp(address, link);
    else await readFromSerial(address.path, settings.baud_rate, link);
  };
}

/** Sends until the returned function is called. */
function sendHeartbeats(send: (bytes: Uint8Array) => void, schedule: Schedule): () => void {
  let sequence = 0;
  let cancel = () => {};
  const next = () => {
    const sender = { ...GROUND_STATION_SYSTEM, sequence };
    send(encodeMavlinkFrame(sender, { messageId: MAVLINK_ID.heartbeat, payload: GROUND_STATION }));
    sequence = (sequence + 1) & 0xff;
    cancel = schedule(next, SECOND_MS);
  };
  next();
  return () => cancel();
}
