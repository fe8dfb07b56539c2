import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import type { OutputSettings } from "../contracts/outputs.ts";
import { SECOND_MS } from "../kernel/clock.ts";
import { encodeMavlinkFrame, type MavlinkPayload } from "../kernel/mavlink.frame.encode.ts";
import { networkFailure } from "./network.failure.ts";
import type { OutputRecord, SendRecords } from "./output.ts";

export type MavlinkSettings = Extract<OutputSettings, { readonly kind: "mavlink" }>;

export type MavlinkOutputDeps = {
  /** The messages that report an aircraft. */
  readonly report: (record: OutputRecord, nowMs: number) => readonly MavlinkPayload[];
  readonly heartbeat: MavlinkPayload;
};

/** MAV_COMP_ID_ADSB: a reporter of traffic; a ground station does not mistake its heartbeat for an aircraft. */
const COMPONENT_ID = 156;
const HEARTBEAT_MS = SECOND_MS;

/**
 * Sends each record to a ground station over UDP: one datagram with all messages of the aircraft, and a heartbeat every
 * second. UDP has no acknowledgement; if the other computer reports that nothing listens there, that is a failure.
 */
export function mavlinkOutput(settings: MavlinkSettings, deps: MavlinkOutputDeps): SendRecords {
  return async ({ signal, clock, connected, next, sent }) => {
    const socket = createSocket(isIPv6(settings.host) ? "udp6" : "udp4");
    const broken = new AbortController();
    socket.on("error", (error) => broken.abort(networkFailure(error, settings)));
    const send = sender(socket, settings);
    try {
      await connectedSocket(socket, settings, signal);
      // The refusal of the first datagram is reported with the second one.
      await send([deps.heartbeat]);
      await send([deps.heartbeat]);
      connected();
      const heartbeats = setInterval(() => {
        send([deps.heartbeat]).catch((error: unknown) => broken.abort(error));
      }, HEARTBEAT_MS);
      try {
        for (;;) {
          const record = await next(broken.signal);
          await send(deps.report(record, clock.now()));
          sent();
        }
      } finally {
        clearInterval(heartbeats);
      }
    } finally {
      socket.close();
    }
  };
}

/** Sends messages as frames of one datagram; rejects with an `OutputFailure`. */
function sender(socket: Socket, settings: MavlinkSettings): (payloads: readonly MavlinkPayload[]) => Promise<void> {
  let sequence = 0;
  return (payloads) => {
    const frames = payloads.map((payload) => {
      const frame = encodeMavlinkFrame({ systemId: settings.system_id, componentId: COMPONENT_ID, sequence }, payload);
      sequence = (sequence + 1) % 256;
      return frame;
    });
    return new Promise((resolve, reject) => {
      socket.send(frames, (error) => (error === null ? resolve() : reject(networkFailure(error, settings))));
    });
  };
}

async function connectedSocket(socket: Socket, settings: MavlinkSettings, signal: AbortSignal): Promise<void> {
  try {
    socket.connect(settings.port, settings.host);
    await once(socket, "connect", { signal });
  } catch (error) {
    throw signal.aborted ? error : networkFailure(error, settings);
  }
}
