import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeEach, expect, it } from "vitest";
import { tlogOf } from "../../server/import/tracks/log.fixture.ts";
import { decodeTracks } from "../../server/import/tracks/tracks.decode.ts";
import { AIRCRAFT, heartbeat, T0 } from "../../server/import/tracks/traps.fixture.ts";
import { decodeTrackUpload } from "../../server/import/tracks/upload.decode.ts";
import { createGpsdDecoder } from "../../server/ingest/codecs/gpsd.json.ts";
import { createMavlinkDecoder } from "../../server/ingest/codecs/mavlink.decode.ts";
import { createNmeaDecoder } from "../../server/ingest/codecs/nmea.decode.ts";
import { encodeMavlinkFrame } from "../../server/kernel/mavlink.encode.ts";
import { EMPTY_POINT } from "../../server/kernel/track-points.ts";

/** What one document may cost the event loop at once: processor time, which other programs do not change much. */
const MAX_STEP_MS = 250;
/** The most that a socket or a serial port delivers in one piece. */
const PIECE = 64 * 1024;
const MIB = 1024 * 1024;

const filled = (bytes: number, text: string | Uint8Array) => Buffer.alloc(bytes, text);
const text = (bytes: number, part: string) => filled(bytes, part).toString();

async function* chunksOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

// The files before this one left garbage in the process, whose collection is not what a parser costs.
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
beforeEach(() => collectGarbage());

/** The longest step of some work between two turns of the event loop. */
async function longestStepMs(work: () => unknown): Promise<number> {
  let [longest, last, isOver] = [0, cpuMs(), false];
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  look();
  return longest;
}

it.each([
  ["NMEA: line ends", createNmeaDecoder, text(PIECE, "\n")],
  ["NMEA: a sentence of spaces", createNmeaDecoder, `$GPGGA,${text(PIECE, " ")}*x\n`],
  ["NMEA: sentences without anything", createNmeaDecoder, text(PIECE, "$GPGGA,*56\n")],
  ["NMEA: beginnings", createNmeaDecoder, `${text(PIECE, "$GPGGA,")}\n`],
  ["gpsd: empty reports", createGpsdDecoder, text(PIECE, "{}\n")],
  ["gpsd: damaged reports", createGpsdDecoder, text(PIECE, "{a}\n")],
  ["gpsd: nested reports", createGpsdDecoder, `${text(PIECE / 2, '{"a":')}\n`],
])("a piece of a position costs little: %s", async (_what, create, piece) => {
  expect(await longestStepMs(() => create().push(piece))).toBeLessThan(MAX_STEP_MS);
});

it.each([
  ["beginnings of version 2", [0xfd]],
  ["beginnings of version 1", [0xfe]],
  ["headers without a rest", [0xfd, 0xff, 0, 0, 0, 0, 0, 0, 0, 0]],
  ["damaged Remote ID", [0xfd, 0x2c, 0, 0, 0, 1, 1, 0x64, 0x32, 0]],
])("a piece of MAVLink costs little: %s", async (_what, bytes) => {
  const piece = filled(PIECE, Uint8Array.from(bytes));
  expect(await longestStepMs(() => createMavlinkDecoder().push(piece))).toBeLessThan(MAX_STEP_MS);
});

it.each([
  ["empty entries", `[${text(10 * MIB, "{},")}{}]`],
  ["beginnings of lists", text(10 * MIB, "[")],
  ["numbers", `[${text(10 * MIB, "0,")}0]`],
  ["lists in lists", `[${text(MIB, `${"[".repeat(512)}${"]".repeat(511)}],`)}0]`],
  ["very many members", `[{${Array.from({ length: 90_000 }, (_, at) => `"a${at}":0`).join()}}]`],
])("ten megabytes of a track as JSON cost little at once: %s", async (_what, body) => {
  const decode = () =>
    decodeTrackUpload(
      { format: "json", chunks: chunksOf(Buffer.from(body)) },
      { receivedMs: 1, toPoint: () => EMPTY_POINT },
    );
  expect(await longestStepMs(decode)).toBeLessThan(MAX_STEP_MS);
});

/** A ULog begins with its version and time, its messages with their length and type. */
const ULOG_HEAD = Buffer.from("554c6f6701123501".padEnd(32, "0"), "hex");
const message = (type: string, content: string) => {
  const head = Buffer.from([0, 0, type.charCodeAt(0)]);
  head.writeUInt16LE(content.length);
  return Buffer.concat([head, Buffer.from(content, "latin1")]);
};

it.each([
  ["ULog: formats", Buffer.concat([ULOG_HEAD, filled(MIB, message("F", "a:float x;float[65000] y;"))])],
  ["ULog: messages for people", Buffer.concat([ULOG_HEAD, filled(MIB, message("L", "6".padEnd(9, "\0")))])],
  ["DataFlash: beginnings", Buffer.concat([Buffer.from([0xa3, 0x95, 0x80, 0x80, 89]), filled(MIB, "\u00a3")])],
  ["tlog: heartbeats", filled(MIB, tlogOf([[T0, encodeMavlinkFrame(AIRCRAFT, heartbeat(2))]]))],
  ["DJI: one record", Buffer.concat([Buffer.alloc(100).fill(6, 10, 11), filled(MIB, Buffer.from([1]))])],
  ["DJI subtitles: places", Buffer.from(`1\n00:00:00,000 --> 00:00:01,000\n${text(MIB, "GPS(")}`)],
])("a megabyte of a flight log costs little at once: %s", async (_what, log) => {
  const options = { receivedMs: Date.UTC(2026, 4, 1), startMs: 0, utcOffsetMinutes: 0 };
  let said: unknown;
  const decode = async () => void (said = await decodeTracks(chunksOf(log), options));
  expect(await longestStepMs(decode)).toBeLessThan(MAX_STEP_MS);
  // It was read as what it is.
  expect(said).toEqual({ kind: "invalid", message: expect.not.stringContaining("none of the flight logs") });
});
