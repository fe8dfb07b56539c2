import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import type { ViewersReport } from "./crowd.viewers.ts";

/** Clients that a station has to withstand; when disposed, they disconnect abruptly. */
export type CrowdClients = Disposable;

/** Live clients that read what they receive. */
export async function openReaders(
  url: string,
  clients: number,
  viewport: string,
): Promise<CrowdClients & { readonly report: () => Promise<ViewersReport> }> {
  const thread = new Worker(join(import.meta.dirname, "crowd.viewers.ts"), { workerData: { url, clients, viewport } });
  const report = async () => {
    thread.postMessage("report");
    const [answer] = (await once(thread, "message")) as [ViewersReport];
    return answer;
  };
  for (;;) {
    const { connected, refused } = await report();
    if (refused > 0) throw new Error(`${refused} live clients were refused.`);
    if (connected === clients) return { report, [Symbol.dispose]: () => void thread.terminate() };
    await pause(200);
  }
}

/** WebSockets that subscribe to everything and read nothing. */
export async function openSilentReaders(url: string, count: number, viewport: string): Promise<CrowdClients> {
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = open(url);
      const key = randomBytes(16).toString("base64");
      socket.write(
        `GET ${LIVE_PATH}/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${new URL(url).host}\r\nUpgrade: websocket\r\n` +
          `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
      );
      await once(socket, "data");
      for (const text of ["40", `42["viewport","${viewport}"]`]) socket.write(maskedFrame(text));
      return socket.pause();
    }),
  );
  return closing(sockets);
}

/** A text frame of a client (RFC 6455, 5.2), of at most 125 bytes, with a mask of zeros. */
function maskedFrame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

/** Half of them never finish their headers, the others send a body byte by byte. */
export function openSlowSenders(url: string, count: number): CrowdClients {
  const sockets = Array.from({ length: count }, (_, at) => {
    const socket = open(url);
    socket.write(`POST /station/v1/ingest/scout HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`);
    if (at % 2 === 0) socket.write("Content-Type: text/plain\r\nContent-Length: 100000\r\n\r\n");
    return socket;
  });
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write("a");
  }, 1000);
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Exports whose response is not read beyond the buffers of the system. Rejects if there is nothing to export. */
export async function openUnreadExports(url: string, count: number, path: string): Promise<CrowdClients> {
  const tried = await fetch(url + path, { headers: { Accept: "text/csv" } });
  await tried.body?.cancel();
  if (!tried.ok) throw new Error(`an export was answered with ${tried.status}`);
  const sockets = Array.from({ length: count }, () => {
    const socket = open(url);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAccept: text/csv\r\n\r\n`);
    return socket.pause();
  });
  return closing(sockets);
}

function open(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname).on("error", () => undefined);
}

function closing(sockets: readonly Socket[]): CrowdClients {
  return { [Symbol.dispose]: () => sockets.forEach((socket) => socket.destroy()) };
}
