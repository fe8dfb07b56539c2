import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import type { UaTelemetry } from "../../../server/contracts/telemetry.ts";
import { createAccessPolicy } from "../../../server/http/access-policy.ts";
import { systemClock } from "../../../server/kernel/clock.ts";
import { silentLog } from "../../../server/kernel/log.ts";
import { LOCAL_OPERATOR } from "../../../server/kernel/principal.ts";
import { toUaTelemetry } from "../../../server/kernel/telemetry-records.ts";
import { DEFAULT_CONNECTION_LIMITS } from "../../../server/live/connection-limits.ts";
import { createLiveGateway } from "../../../server/live/live-gateway.ts";
import { pointOf } from "../flights.fixture.ts";
import { answerParent } from "./child.ts";

/** Positions of the records: in a row along a parallel, so that a tenth of them is a tenth of its length. */
const PLACES = 100;
const longitudeOf = (place: number): number => 10 + place / 10 + 0.05;
const ROOMS_PATH = "/rooms";
const ROOMS = 10;
const STEP_MS = 10;

const [recordsPerSecond = "0"] = process.argv.slice(2);
const httpServer = createServer();
const gateway = createLiveGateway({
  httpServer,
  authenticate: () => LOCAL_OPERATOR,
  access: createAccessPolicy(),
  // All clients are one person here.
  limits: { ...DEFAULT_CONNECTION_LIMITS, perPerson: DEFAULT_CONNECTION_LIMITS.perStation },
  clock: systemClock,
  log: silentLog,
});
// The peer: plain Socket.IO, a room per tenth, an emit per record.
const rooms = new Server(httpServer, { path: ROOMS_PATH, serveClient: false });
rooms.on("connection", (socket) => void socket.join(String(socket.handshake.query["room"])));
httpServer.listen(0, "127.0.0.1");
await once(httpServer, "listening");

const flights = { tracks: PLACES, pointsOfTrack: 0, startEveryMs: 0, stepMs: 1000, spreadDeg: 0 };
let published = 0;

function publish(toRooms: boolean): void {
  const place = published++ % PLACES;
  const longitude = longitudeOf(place);
  const operationId = `operation-${place}`;
  const point = { ...pointOf(place, published, flights), timeMs: Date.now(), longitudeE7: Math.round(longitude * 1e7) };
  const record: UaTelemetry = toUaTelemetry(point, { sensorId: "bench-receiver-1", operationId });
  if (toRooms) rooms.to(String(Math.floor((place * ROOMS) / PLACES))).emit("telemetry_ua", record);
  else gateway.publishUa({ latitude: 50, longitude, operationId, record });
}

/** Publishes at an even rate for a while; gives the CPU seconds it took. */
async function run({ forMs, toRooms }: { forMs: number; toRooms: boolean }): Promise<number> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  let sent = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const passedMs = Math.min(forMs, performance.now() - started);
      for (const due = (passedMs / 1000) * Number(recordsPerSecond); sent < due; sent++) publish(toRooms);
      if (passedMs < forMs) return;
      clearInterval(timer);
      resolve();
    }, STEP_MS);
  });
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / 1e6;
}

answerParent(
  {
    port: () => (httpServer.address() as AddressInfo).port,
    run: (argument) => run(argument as Parameters<typeof run>[0]),
  },
  async () => {
    gateway.close();
    await rooms.close();
  },
);
