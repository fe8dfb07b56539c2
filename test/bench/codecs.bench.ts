import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { common, type MavLinkPacket, MavLinkPacketParser, MavLinkPacketSplitter } from "node-mavlink";
import { decodeCapture } from "../../server/ingest/codecs/capture.decode.ts";
import { createMavlinkDecoder } from "../../server/ingest/codecs/mavlink.decode.ts";
import { messagePackPayload, odidPayload } from "../../server/ingest/codecs/mavlink.encode.ts";
import { encodeMavlinkFrame, type MavlinkPayload } from "../../server/kernel/mavlink.frame.encode.ts";
import { decodeOdid } from "../../server/ingest/codecs/odid.decode.ts";
import { encodeOdidPack } from "../../server/ingest/codecs/odid.encode.ts";
import type { OdidMessage } from "../../server/ingest/codecs/odid.messages.ts";
import { readCapture } from "../../server/ingest/codecs/pcap.ts";
import { basicId, location, MAC, SERIAL, system } from "../support/frames.ts";
import type { Bench, Row } from "./bench.rows.ts";
import { rateRow } from "./bench.rows.ts";
import { captureOf } from "./beacon.fixture.ts";
import { cpuSeconds, medians } from "./rounds.ts";

const CHUNK_BYTES = 64 * 1024;
const ROUNDS = 3;
const SELF_ID: OdidMessage = { type: "self_id", descriptionType: 0, description: "survey" };
const OPERATOR_ID: OdidMessage = { type: "operator_id", operatorIdType: 0, operatorId: "CZE87astrdge12k8" };

const place = (at: number) => location(50 + (at % 1000) / 1e4, 14 + (at % 777) / 1e4, { altitudeGeodeticM: 300 });
const packOf = (at: number) => [basicId(SERIAL), place(at), system(50, 14), SELF_ID, OPERATOR_ID];

/** Measures decoding alone, in memory. */
export const codecsBench: Bench = async ({ isFull, reportProgress }) => {
  const count = isFull ? 500_000 : 100_000;
  reportProgress("MAVLink, single messages");
  const singles = await compareMavlink("MAVLink Open Drone ID, single messages", framesOf(count, singleOf));
  reportProgress("MAVLink, packs");
  const packs = await compareMavlink("MAVLink Open Drone ID, packs of five", framesOf(count, mavlinkPackOf));
  reportProgress("pcap and packs");
  return [singles, packs, await compareCapture(count), await comparePacks(count)];
};

const singleOf = (at: number) => odidPayload(at % 2 === 0 ? place(at) : basicId(SERIAL), MAC);

function mavlinkPackOf(at: number): MavlinkPayload {
  const payload = messagePackPayload(packOf(at), MAC);
  if (payload.kind === "refused") throw new Error(payload.detail);
  return payload;
}

function framesOf(count: number, payloadOf: (at: number) => MavlinkPayload): readonly Buffer[] {
  const frames = Array.from({ length: count }, (_, at) =>
    encodeMavlinkFrame({ systemId: 1, componentId: 2, sequence: at & 255 }, payloadOf(at)),
  );
  const bytes = Buffer.concat(frames);
  return Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, at) =>
    bytes.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES),
  );
}

async function compareMavlink(what: string, chunks: readonly Buffer[]): Promise<Row> {
  let [ours, theirs] = [0, 0];
  const took = await medians(ROUNDS, {
    ours: () => cpuSeconds(() => (ours = decodeOurs(chunks))),
    theirs: () => cpuSeconds(async () => (theirs = await decodeTheirs(chunks))),
  });
  if (ours !== theirs) throw new Error(`${what}: ${ours} packets against ${theirs}`);
  return rateRow({
    what,
    unit: "packets/CPU s",
    ours: ours / took.ours,
    peer: "node-mavlink",
    theirs: theirs / took.theirs,
    target: { of: "ratio", atLeast: 8 },
  });
}

function decodeOurs(chunks: readonly Buffer[]): number {
  const decoder = createMavlinkDecoder();
  return chunks.reduce((count, chunk) => count + decoder.push(chunk).length, 0) + decoder.end().length;
}

async function decodeTheirs(chunks: readonly Buffer[]): Promise<number> {
  let count = 0;
  await pipeline(
    Readable.from(chunks),
    new MavLinkPacketSplitter(),
    new MavLinkPacketParser(),
    async (packets: AsyncIterable<MavLinkPacket>) => {
      for await (const packet of packets) {
        const type = common.REGISTRY[packet.header.msgid];
        if (type !== undefined && packet.protocol.data(packet.payload, type) !== undefined) count++;
      }
    },
  );
  return count;
}

/** Wi-Fi beacons of a capture, compared with iterating its packets without decoding them. */
async function compareCapture(count: number): Promise<Row> {
  const bytes = captureOf(count, packOf);
  const took = await medians(ROUNDS, {
    ours: () => cpuSeconds(() => expectCount(countOf(decodeCapture(bytes)), count)),
    limit: () => cpuSeconds(() => expectCount(countOf(readCapture(bytes)), count)),
  });
  return rateRow({
    what: "pcap of Wi-Fi beacons with packs",
    unit: "packets/CPU s",
    ours: count / took.ours,
    peer: "walking through the file alone",
    theirs: count / took.limit,
  });
}

/** Packs of five, compared with V8's parser reading the same messages as JSON. */
async function comparePacks(count: number): Promise<Row> {
  const encoded = encodeOdidPack(packOf(1));
  if (encoded.kind === "refused") throw new Error(encoded.detail);
  const { bytes } = encoded;
  const text = JSON.stringify(packOf(1));
  const took = await medians(ROUNDS, {
    ours: () => cpuSeconds(() => repeat(count, () => decodeOdid(bytes).kind === "messages")),
    json: () => cpuSeconds(() => repeat(count, () => Array.isArray(JSON.parse(text)))),
  });
  return rateRow({
    what: "Open Drone ID packs of five",
    unit: "packs/CPU s",
    ours: count / took.ours,
    peer: "JSON.parse of the same",
    theirs: count / took.json,
  });
}

function countOf(values: Iterable<unknown>): number {
  let count = 0;
  for (const value of values) if (value !== undefined) count++;
  return count;
}

function repeat(count: number, work: () => boolean): void {
  let done = 0;
  for (let at = 0; at < count; at++) if (work()) done++;
  expectCount(done, count);
}

function expectCount(found: number, expected: number): void {
  if (found !== expected) throw new Error(`${found} instead of ${expected}`);
}
