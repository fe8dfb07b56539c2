import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import { detectionsOf } from "./pushed-detections.ts";
import { type Fuzz, mutated, pick, valueOf } from "./fuzz.values.ts";

const GOLDEN = join(import.meta.dirname, "../../server/export/golden");
const MAVLINK = Buffer.from("fd1900000001010c3200000000000000000031353936463335314639303139333633313033363001", "hex");

/** Valid files, before they are mutated. */
export function seedFiles(): readonly Buffer[] {
  const golden = readdirSync(GOLDEN).map((name) => readFileSync(join(GOLDEN, name)));
  const ulog = Buffer.concat([Buffer.from([0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35, 1]), Buffer.alloc(2000, 7)]);
  const dataflash = Buffer.concat([Buffer.from([0xa3, 0x95, 0x80, 0x80, 89]), Buffer.alloc(2000, 0xa3)]);
  const dji = Buffer.alloc(3000, 1).fill(0, 4, 8).fill(6, 10, 11);
  const tlog = Buffer.concat(Array.from({ length: 50 }, () => Buffer.concat([Buffer.alloc(8, 1), MAVLINK])));
  const srt = Buffer.from("1\n00:00:00,000 --> 00:00:01,000\nGPS(14.4,50.1,9)\n2026-04-01 12:00:00\n\n".repeat(20));
  return [...golden, ulog, dataflash, dji, tlog, srt];
}

/** Paths that accept a file as the body or in a form, and store nothing if they cannot read it. */
const FILE_PATHS = ["/station/v1/flight-imports", "/station/v1/evidence/verify"];
const BOUNDARY = "fuzz";

/** A damaged file: as the body, or in a form that is damaged with it and may be truncated anywhere. */
export function damagedUpload(fuzz: Pick<Fuzz, "random">, files: readonly Buffer[]) {
  const file = pick(fuzz, files);
  const isForm = fuzz.random() < 0.5;
  const type = isForm ? `multipart/form-data; boundary=${BOUNDARY}` : "application/octet-stream";
  const body = new Uint8Array(mutated(fuzz, isForm ? formOf(pick(fuzz, ["file", "other", ""]), file) : file));
  return { path: pick(fuzz, FILE_PATHS), init: { method: "POST", body, headers: { "Content-Type": type } } };
}

/** A form (RFC 7578) with a note, the file in a field, and another file. */
function formOf(field: string, file: Buffer): Buffer {
  const part = (name: string, about: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${about}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(`${part("note", "")}a note\r\n${part(field, '; filename="a.log"')}`),
    file,
    Buffer.from(`\r\n${part("more", '; filename="b.log"')}more\r\n--${BOUNDARY}--\r\n`),
  ]);
}

/** Sends events with arbitrary contents to the live stream; clients that are disconnected reconnect. */
export async function sendEvents(url: string, count: number, random: () => number, end: number): Promise<number> {
  const fuzz = { random, schemas: {}, ids: [] };
  const events = ["viewport", "authenticate", "operation", "disconnecting", "constructor", "x".repeat(3000)];
  let client: Socket | undefined;
  let sent = 0;
  try {
    for (; sent < count && performance.now() < end; sent++) {
      if (client?.connected !== true) {
        client?.close();
        client = io(url, { path: LIVE_PATH, transports: ["websocket"], forceNew: true, reconnection: false });
        await new Promise<void>((resolve) => client!.once("connect", resolve).once("connect_error", () => resolve()));
      }
      const event = pick(fuzz, events);
      // The client library refuses names that it reserves for itself.
      if (event !== "disconnecting")
        client.emit(event, valueOf(fuzz, { type: ["string", "object", "array", "number"] }));
      if (sent % 20 === 0) await nextTurn();
    }
  } finally {
    client?.close();
  }
  return sent;
}

/** Sends datagrams of mutated JSON lines and MAVLink frames. */
export async function sendFrames(port: number, count: number, random: () => number, end: number): Promise<number> {
  const socket = createSocket("udp4");
  let sent = 0;
  for (; sent < count && performance.now() < end; sent++) {
    const original = random() < 0.5 ? MAVLINK : Buffer.from(detectionsOf(1, sent, 1));
    socket.send(mutated({ random }, original), port, "127.0.0.1");
    if (sent % 50 === 0) await nextTurn();
  }
  socket.close();
  await once(socket, "close");
  return sent;
}
