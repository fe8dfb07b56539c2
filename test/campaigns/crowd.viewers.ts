/** A thread with the live clients of a crowd, so that their work does not delay what the campaign measures. */
import { parentPort, workerData } from "node:worker_threads";
import { io } from "socket.io-client";
import { LIVE_PATH } from "../../server/contracts/live.ts";

export type ViewersReport = { readonly connected: number; readonly refused: number; readonly received: number };

const { url, clients, viewport } = workerData as {
  readonly url: string;
  readonly clients: number;
  readonly viewport: string;
};
const report = { connected: 0, refused: 0, received: 0 };
const RECORDS = ["telemetry_ua", "telemetry_operator", "telemetry_system", "operation"] as const;

for (let at = 0; at < clients; at++) {
  // Every second one requests batches, as the console does.
  const query = at % 2 === 0 ? { batch: "1" } : {};
  const client = io(url, { path: LIVE_PATH, transports: ["websocket"], forceNew: true, reconnection: false, query });
  client.on("connect", () => {
    report.connected++;
    client.emit("viewport", viewport);
  });
  client.on("connect_error", () => void report.refused++);
  for (const event of RECORDS) {
    client.on(event, (received: unknown) => void (report.received += Array.isArray(received) ? received.length : 1));
  }
}
parentPort!.on("message", () => parentPort!.postMessage({ ...report } satisfies ViewersReport));
