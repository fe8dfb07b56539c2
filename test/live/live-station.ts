import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { io, type ManagerOptions, type Socket, type SocketOptions } from "socket.io-client";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import { createAccessPolicy } from "../../server/http/access-policy.ts";
import { systemClock } from "../../server/kernel/clock.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { LOCAL_OPERATOR } from "../../server/kernel/principal.ts";
import {
  createLiveGateway,
  type LiveRecord,
  type LiveGateway,
  type LiveGatewayDeps,
} from "../../server/live/live-gateway.ts";

export type LiveStation = AsyncDisposable & {
  readonly url: string;
  readonly port: number;
  readonly gateway: LiveGateway;
  /** A client that is closed with the station. */
  readonly client: (options?: Partial<ManagerOptions & SocketOptions>) => Socket;
};

/** The real gateway on a free port of loopback or of another address of this computer, beside a plain HTTP listener. */
export async function startLiveStation(
  deps: Partial<LiveGatewayDeps> = {},
  address = "127.0.0.1",
): Promise<LiveStation> {
  const httpServer = createServer((_request, response) => void response.end("plain"));
  const gateway = createLiveGateway({
    httpServer,
    authenticate: () => LOCAL_OPERATOR,
    access: createAccessPolicy(),
    clock: systemClock,
    log: silentLog,
    ...deps,
  });
  httpServer.listen(0, address);
  await once(httpServer, "listening");
  const { port } = httpServer.address() as AddressInfo;
  const url = `http://${address}:${port}`;
  const clients: Socket[] = [];
  return {
    url,
    port,
    gateway,
    client(options = {}) {
      const client = io(url, { path: LIVE_PATH, forceNew: true, ...options });
      clients.push(client);
      return client;
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.close();
      gateway.close();
      httpServer.closeAllConnections();
      httpServer.close();
      await once(httpServer, "close");
    },
  };
}

type Emitting = { once: (event: string, listener: (...values: unknown[]) => void) => unknown };

/** The next event of that name. */
export function next<T>(client: Emitting, event: string): Promise<T> {
  return new Promise((resolve) => client.once(event, (value) => resolve(value as T)));
}

/**
 * Sets a viewport and waits until the gateway has it: commands are taken in order, so the notice about the empty text
 * sent after it confirms that it has been read.
 */
export async function look(client: Emitting & { emit: (event: string, value: unknown) => unknown }, viewport: string) {
  client.emit("viewport", viewport);
  const read = next(client, "notice");
  client.emit("viewport", "");
  await read;
}

export const PRAGUE = "14.2,50.0,14.6,50.2";

export function uaIn(
  operationId: string,
  at: { readonly latitude: number; readonly longitude: number },
  n = 0,
): LiveRecord<UaTelemetry> {
  return {
    ...at,
    operationId,
    record: {
      timestamp: new Date(Date.UTC(2026, 10, 20, 8) + n).toISOString(),
      timestamp_accuracy: 0.1,
      sensor_id: "sensor-1",
      operation_id: operationId,
      operational_state: "airborne",
      location: { ...at, accuracy: 3 },
      altitudes: [{ type: "WGS84", value: 300, accuracy: 10 }],
      velocity: {
        heading: 90,
        horizontal_speed: 5,
        vertical_speed: 0,
        components: [5, 0, 0],
        components_accuracy: 0.3,
        speed_accuracy: 0.3,
      },
      air_pressure: null,
    },
  };
}
