import type { UaPoint } from "../../kernel/telemetry.ts";
import type { DecodedTracks } from "./track.shapes.ts";
import { decodeTracks } from "./tracks.decode.ts";

export const OPTIONS = { receivedMs: Date.UTC(2026, 4, 1), startMs: Date.UTC(2026, 0, 1), utcOffsetMinutes: 0 };

export async function* chunksOf(body: string | Uint8Array, chunkBytes = 11): AsyncGenerator<Uint8Array> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  for (let from = 0; from < bytes.length; from += chunkBytes) yield bytes.subarray(from, from + chunkBytes);
}

export const decodeLog = (body: string | Uint8Array, chunkBytes?: number): Promise<DecodedTracks> =>
  decodeTracks(chunksOf(body, chunkBytes), OPTIONS);

/** The content of a flight log; throws the sentence of the refusal where it is refused. */
export async function found(body: string | Uint8Array) {
  const decoded = await decodeLog(body);
  if (decoded.kind === "invalid") throw new Error(decoded.message);
  const tracks = decoded.flights.map(({ points }): readonly UaPoint[] => [...points.slices()].flat());
  return { ...decoded, tracks, points: tracks.flat() };
}

/** A telemetry log of MAVLink: frames with their times. */
export function tlogOf(entries: readonly (readonly [unixMs: number, frame: Uint8Array])[]): Uint8Array {
  return Buffer.concat(
    entries.flatMap(([unixMs, frame]) => {
      const time = Buffer.alloc(8);
      time.writeBigUInt64BE(BigInt(unixMs) * 1000n);
      return [time, frame];
    }),
  );
}
