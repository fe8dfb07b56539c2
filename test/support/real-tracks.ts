import { createReadStream } from "node:fs";
import { createPipeline } from "../../server/ingest/pipeline.ts";
import { replayFile } from "../../server/ingest/sources/file.replay.ts";
import { decodeTracks } from "../../server/import/tracks/tracks.decode.ts";
import { systemClock } from "../../server/kernel/clock.ts";
import type { UaPoint } from "../../server/kernel/telemetry.ts";
import { sharedData } from "./shared-data.ts";

/** Logs of flights in the formats that are imported, and captures of Remote ID as receivers make them. */
const LOGS = [
  "airdata-dji-mini2/mini-2_2021-09-05_1923.csv",
  "airdata-dji-mini2/mini-2_2021-09-05_1923.gpx",
  "dronekit-tlog/flight.tlog",
  "dji-srt/MAVIC3.srt",
  "dji-srt/mavic_pro.SRT",
  "dji-flightrecord-txt/DJIFlightRecord_2015-06-10_[12-38-57].txt",
];
const CAPTURES = [
  "rid-cdc-receiver/parrot_anafi4_real.rid-only.pcap",
  "derived-mavlink-odid/mini2_individual_messages.tlog",
  "derived-mavlink-odid/parrot_anafi4_receiver_message_packs.tlog",
];

export type RealTrack = { readonly file: string; readonly points: readonly UaPoint[] };

/** Tracks of real recordings, in order of time; none where the recordings are not beside the project. */
export async function readRealTracks(): Promise<readonly RealTrack[]> {
  const tracks: RealTrack[] = [];
  for (const [files, read] of [
    [LOGS, readLog],
    [CAPTURES, readCapture],
  ] as const) {
    for (const file of files) {
      const path = sharedData(file);
      if (path !== undefined) tracks.push(...(await read(path)).map((points) => ({ file, points: inOrder(points) })));
    }
  }
  return tracks.filter(({ points }) => points.length > 0);
}

/** As the store keeps them: one point at a time. */
function inOrder(points: readonly UaPoint[]): readonly UaPoint[] {
  return [...new Map(points.map((point) => [point.timeMs, point])).values()].toSorted((a, b) => a.timeMs - b.timeMs);
}

async function readLog(path: string): Promise<readonly (readonly UaPoint[])[]> {
  const options = { receivedMs: Date.UTC(2026, 4, 1), startMs: Date.UTC(2026, 0, 1), utcOffsetMinutes: 0 };
  const decoded = await decodeTracks(createReadStream(path), options);
  if (decoded.kind === "invalid") throw new Error(decoded.message);
  return decoded.flights.map(({ points }) => [...points.slices()].flat());
}

async function readCapture(path: string): Promise<readonly (readonly UaPoint[])[]> {
  const tracks = new Map<string, UaPoint[]>();
  const pipeline = createPipeline({
    clock: systemClock,
    recordSighting({ transmitter, technology, ua }) {
      if (ua === null) return;
      const key = `${transmitter} ${technology}`;
      const points = tracks.get(key) ?? [];
      points.push(ua);
      tracks.set(key, points);
    },
    recordSystem: () => undefined,
    committed: () => Promise.resolve(),
  });
  const feed = { sensorId: "roof", isLive: false, onRefused: () => undefined };
  await replayFile(path, {
    signal: new AbortController().signal,
    clock: systemClock,
    speed: 0,
    take: async (decoded) => void (await pipeline.take(feed, decoded)),
  });
  await pipeline.take(feed, [], { settle: true });
  return [...tracks.values()];
}
