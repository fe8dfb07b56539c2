import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { common, minimal } from "mavlink-mappings";
import { type MavLinkData, MavLinkProtocolV1, MavLinkProtocolV2 } from "node-mavlink";

/**
 * The messages of an autopilot, written by node-mavlink from the published definitions instead of the station's own.
 */
export function createVehicleWriter(options: { readonly systemId?: number; readonly version?: 1 | 2 } = {}) {
  const { systemId = 1, version = 2 } = options;
  const protocol = version === 1 ? new MavLinkProtocolV1(systemId, 1) : new MavLinkProtocolV2(systemId, 1);
  let sequence = 0;
  const write = (message: MavLinkData): Uint8Array => {
    const bytes = protocol.serialize(message, sequence);
    sequence = (sequence + 1) & 0xff;
    return new Uint8Array(bytes);
  };

  return {
    /** A copter of ArduPilot, once a second; `mode` is its `custom_mode` (5: LOITER). */
    heartbeat(isArmed: boolean, mode = 5): Uint8Array {
      const heartbeat = new minimal.Heartbeat();
      heartbeat.type = minimal.MavType.QUADROTOR;
      heartbeat.autopilot = minimal.MavAutopilot.ARDUPILOTMEGA;
      heartbeat.baseMode = 1 | (isArmed ? minimal.MavModeFlag.SAFETY_ARMED : 0);
      heartbeat.customMode = mode;
      heartbeat.systemStatus = isArmed ? minimal.MavState.ACTIVE : minimal.MavState.STANDBY;
      return write(heartbeat);
    },
    /** Metres; `heightM` above take-off, which is at 300 m. */
    position(latitude: number, longitude: number, heightM: number): Uint8Array {
      const position = new common.GlobalPositionInt();
      position.lat = Math.round(latitude * 1e7);
      position.lon = Math.round(longitude * 1e7);
      position.alt = (300 + heightM) * 1000;
      position.relativeAlt = heightM * 1000;
      [position.vx, position.vy, position.vz] = [300, 400, -100];
      return write(position);
    },
    battery(volts: number, percent: number): Uint8Array {
      const status = new common.SysStatus();
      status.voltageBattery = Math.round(volts * 1000);
      status.batteryRemaining = percent;
      return write(status);
    },
    receiver(latitude: number, longitude: number, satellites: number): Uint8Array {
      const received = new common.GpsRawInt();
      received.fixType = common.GpsFixType.GPS_FIX_TYPE_3D_FIX;
      received.lat = Math.round(latitude * 1e7);
      received.lon = Math.round(longitude * 1e7);
      received.alt = 300_000;
      received.satellitesVisible = satellites;
      return write(received);
    },
  };
}

/** The heartbeat of a ground station, which shares the stream. */
export function groundStationHeartbeat(): Uint8Array {
  const heartbeat = new minimal.Heartbeat();
  heartbeat.type = minimal.MavType.GCS;
  heartbeat.autopilot = minimal.MavAutopilot.INVALID;
  heartbeat.baseMode = minimal.MavModeFlag.SAFETY_ARMED;
  return new Uint8Array(new MavLinkProtocolV2(255, 1).serialize(heartbeat, 0));
}

/** A TCP server as simulators and serial bridges have: what is sent goes to the connected client. */
export async function serveVehicleStream() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { readonly port: number };
  const sockets: Socket[] = [];
  server.on("connection", (socket) => {
    // The station may be killed while it reads.
    socket.on("error", () => undefined);
    sockets.push(socket);
  });
  return {
    url: `tcp://127.0.0.1:${port}`,
    /** Resolves with the first bytes that the station sends. */
    async receive(): Promise<Uint8Array> {
      const [bytes] = (await once(sockets.at(-1)!, "data")) as [Uint8Array];
      return bytes;
    },
    isConnected: () => sockets.some((socket) => !socket.destroyed),
    send(...frames: readonly Uint8Array[]): void {
      for (const socket of sockets) if (!socket.destroyed) socket.write(Buffer.concat(frames));
    },
    /** Ends the connection; the server still listens. */
    disconnect(): void {
      for (const socket of sockets.splice(0)) socket.destroy();
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

export type VehicleStream = Awaited<ReturnType<typeof serveVehicleStream>>;
