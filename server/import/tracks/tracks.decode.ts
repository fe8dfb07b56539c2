import { decodeCsv } from "./csv.decode.ts";
import { decodeDataflash } from "./dataflash.decode.ts";
import { decodeDjiTxt } from "./dji-txt.decode.ts";
import { createFlightsSink } from "./flights.sink.ts";
import { decodeGpx } from "./gpx.decode.ts";
import { decodeKml } from "./kml.decode.ts";
import { decodeSrt } from "./srt.decode.ts";
import { decodeTlog } from "./tlog.decode.ts";
import { formatOfHead, HEAD_BYTES } from "./track.format.ts";
import type { DecodedTracks, Dropped, TrackDecoder, TrackFormat, TrackOptions } from "./track.shapes.ts";
import { decodeUlog } from "./ulog.decode.ts";
import { catchUnreadableFile, UnreadableFileError } from "./unreadable-file.error.ts";

const DECODERS: Readonly<Record<TrackFormat, TrackDecoder>> = {
  gpx: decodeGpx,
  kml: decodeKml,
  csv: decodeCsv,
  tlog: decodeTlog,
  dataflash: decodeDataflash,
  ulog: decodeUlog,
  dji_srt: decodeSrt,
  dji_txt: decodeDjiTxt,
};

/**
 * Reads a flight log of any format, recognised by its content, into its flights. Yields to the event loop every few
 * milliseconds. Throws only the reason with which `signal` was aborted.
 */
export function decodeTracks(chunks: AsyncIterable<Uint8Array>, options: TrackOptions): Promise<DecodedTracks> {
  return catchUnreadableFile(async () => {
    const { head, all } = await peek(chunks);
    const format = formatOfHead(head);
    const { sink, finish } = createFlightsSink(options);
    await DECODERS[format](all, sink, options);
    const found = finish();
    if (found.flights.length === 0)
      throw new UnreadableFileError([describeNoTrack(found.dropped), ...found.notes].join(" "));
    return { kind: "flights", format, ...found };
  });
}

function describeNoTrack(dropped: Dropped): string {
  if (Object.keys(dropped).length === 0) return "The file contains no points of a flight.";
  if (Object.keys(dropped).every((reason) => reason === "waypoint")) {
    return "The file contains no track of a flight, only waypoints.";
  }
  if (dropped.no_fix !== undefined) return "The file contains no points of a flight: there was never a GNSS fix.";
  return "The file contains no points of a flight: none has a plausible position and time.";
}

/** Its first bytes, and then all of it. */
async function peek(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ readonly head: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    taken.push(next.value);
    length += next.value.length;
  }
  async function* all() {
    try {
      yield* taken;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(taken).subarray(0, HEAD_BYTES), all: all() };
}
