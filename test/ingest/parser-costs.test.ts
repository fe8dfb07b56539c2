import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, expect, it } from "vitest";
import { verifyPack } from "../../server/export/evidence/verify.ts";
import { tlogOf } from "../../server/import/tracks/log.fixture.ts";
import { decodeTracks } from "../../server/import/tracks/tracks.decode.ts";
import { AIRCRAFT, heartbeat, T0 } from "../../server/import/tracks/traps.fixture.ts";
import { decodeTrackUpload } from "../../server/import/tracks/upload.decode.ts";
import { createGpsdDecoder } from "../../server/ingest/codecs/gpsd.json.ts";
import { createMavlinkDecoder } from "../../server/ingest/codecs/mavlink.decode.ts";
import { createNmeaDecoder } from "../../server/ingest/codecs/nmea.decode.ts";
import { encodeMavlinkFrame } from "../../server/kernel/mavlink.frame.encode.ts";
import { EMPTY_POINT } from "../../server/kernel/track-points.ts";

/**
 * What one document may cost the event loop at once, as a multiple of the yardstick below, which takes 50 ms on the
 * computer of a developer: a quarter of a second there, and in proportion on a slower one.
 */
const MAX_YARDSTICKS = 5;
/** Everything else in a process, such as compilation and garbage, only adds to a cost, so the least of some rounds counts. */
const ROUNDS = 3;
/** The most that a socket or a serial port delivers at once. */
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

const YARDSTICK = JSON.stringify(Array.from({ length: 300_000 }, (_, at) => ({ at, name: `number ${at}` })));

/** Ordinary work of the same kind, which V8 does; long enough for a clock of 4 ms. */
function yardstickMs(): number {
  const startMs = cpuMs();
  JSON.parse(YARDSTICK);
  return cpuMs() - startMs;
}

/** The longest step of some work in yardsticks that are measured in the same rounds. */
async function costOf(work: () => unknown): Promise<number> {
  const [steps, yardsticks]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    yardsticks.push(yardstickMs());
    steps.push(await longestStepMs(work));
  }
  return Math.min(...steps) / Math.min(...yardsticks);
}

/** The longest step of some work between two turns of the event loop: processor time, which other programs hardly change. */
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
  expect(await costOf(() => create().push(piece))).toBeLessThan(MAX_YARDSTICKS);
});

it.each([
  ["beginnings of version 2", [0xfd]],
  ["beginnings of version 1", [0xfe]],
  ["headers without a rest", [0xfd, 0xff, 0, 0, 0, 0, 0, 0, 0, 0]],
  ["damaged Remote ID", [0xfd, 0x2c, 0, 0, 0, 1, 1, 0x64, 0x32, 0]],
])("a piece of MAVLink costs little: %s", async (_what, bytes) => {
  const piece = filled(PIECE, Uint8Array.from(bytes));
  expect(await costOf(() => createMavlinkDecoder().push(piece))).toBeLessThan(MAX_YARDSTICKS);
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
  expect(await costOf(decode)).toBeLessThan(MAX_YARDSTICKS);
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
  let decoded: unknown;
  const decode = async () => void (decoded = await decodeTracks(chunksOf(log), options));
  expect(await costOf(decode)).toBeLessThan(MAX_YARDSTICKS);
  // It was read as what it is.
  expect(decoded).toEqual({ kind: "invalid", message: expect.not.stringContaining("none of the flight logs") });
});

const folder = mkdtempSync(join(tmpdir(), "fieldstation-costs-"));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ["a manifest of 48 MB of empty objects", "manifest.json", `[${text(48 * MIB, "{},")}{}]`],
  ["a manifest of a megabyte of them", "manifest.json", `[${text(MIB - 100, "{},")}{}]`],
  ["sums of 48 MB of line ends", "SHA256SUMS", text(48 * MIB, "\n")],
  ["sums of a megabyte of line ends", "SHA256SUMS", text(MIB, "\n")],
  [
    "sums of a megabyte of files that are not there",
    "SHA256SUMS",
    Array.from({ length: 14_000 }, (_, at) => `${"0".repeat(64)}  ${at}\n`).join(""),
  ],
])("an evidence pack costs little at once: %s", async (_what, name, content) => {
  const path = join(folder, "pack.zip");
  writeFileSync(path, zipSync({ [name]: Buffer.from(content) }, { level: 1 }));
  const keys = { named: undefined, own: undefined };
  expect(await verifyPack(path, keys)).toMatchObject({ ok: false });
  expect(await costOf(() => verifyPack(path, keys))).toBeLessThan(MAX_YARDSTICKS);
});
