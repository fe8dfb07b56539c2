/**
 * Entry of a thread that decodes flight logs and zones, one file at a time. Their formats are read by several libraries and decoders; a
 * file that one of them cannot cope with ends this thread, not the station.
 */
import { parentPort } from "node:worker_threads";
import { decodeTracks } from "../../import/tracks/tracks.decode.ts";
import { decodeZones } from "../../import/zones/zones.decode.ts";
import type { DecodedTracks } from "../../import/tracks/track.shapes.ts";
import type { DecodeCommand, DecodeReport, PackedTracks } from "./decode.messages.ts";
import { lowerPriority } from "./low-priority.ts";

type Piece = Extract<DecodeCommand, { readonly type: "chunk" | "end" }>;

const port = parentPort!;
let deliver: (piece: Piece) => void = () => undefined;

lowerPriority();

port.on("message", (command: DecodeCommand) => {
  if (command.type === "open") void decode(command.options);
  else if (command.type === "zones") report({ type: "zones", zones: decodeZones(command.text) });
  else deliver(command);
});

async function decode(options: Extract<DecodeCommand, { readonly type: "open" }>["options"]): Promise<void> {
  const onProgress = (bytesRead: number) => report({ type: "progress", bytesRead });
  const tracks = packed(await decodeTracks(chunks(), { ...options, onProgress }));
  report({ type: "decoded", tracks }, memoryOf(tracks));
}

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const piece = await new Promise<Piece>((resolve) => {
      deliver = resolve;
      report({ type: "want" });
    });
    if (piece.type === "end") return;
    yield piece.bytes;
  }
}

function packed(tracks: DecodedTracks): PackedTracks {
  if (tracks.kind === "invalid") return tracks;
  return { ...tracks, flights: tracks.flights.map((flight) => ({ ...flight, points: flight.points.pack() })) };
}

function memoryOf(tracks: PackedTracks): readonly ArrayBuffer[] {
  if (tracks.kind === "invalid") return [];
  const chunksOf = tracks.flights.flatMap(({ points }) => points.chunks);
  return chunksOf.flatMap(({ columns }) => columns.map(({ values }) => values.buffer));
}

function report(message: DecodeReport, transferList: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transferList);
}
