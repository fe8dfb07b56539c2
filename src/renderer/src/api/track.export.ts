import { ByteCount } from "./byte-count.ts";
import { arrayOfLines } from "./json-lines.ts";
import { type Answer, openFile, routes } from "./station.client.ts";

const NDJSON = "application/x-ndjson";

/** `mark`: what stands in the file once for every record. */
export const exportFormats = [
  { format: "gpx", mediaType: "application/gpx+xml", mark: "<trkpt " },
  { format: "kml", mediaType: "application/vnd.google-earth.kml+xml", mark: "<Point>" },
  { format: "csv", mediaType: "text/csv", mark: "\n" },
  { format: "ndjson", mediaType: NDJSON, mark: "\n" },
  // A JSON answer holds so many records at most; lines hold all of them, and become an array here.
  { format: "json", mediaType: NDJSON, mark: "\n" },
] as const;
export type ExportFormat = (typeof exportFormats)[number]["format"];

export interface TrackProgress {
  readonly bytes: number;
  readonly records: number;
  /** Undefined where the station does not say. */
  readonly totalRecords: number | undefined;
}

/** The aircraft telemetry of one operation as a file, with word of how far it is. */
export async function fetchTrack(
  operationId: string,
  format: ExportFormat,
  onProgress: (progress: TrackProgress) => void,
  signal: AbortSignal,
): Promise<Answer<Blob>> {
  const { mediaType, mark } = exportFormats.find((one) => one.format === format) ?? exportFormats[0];
  const answer = await openFile(routes.listUaTelemetry, mediaType, { query: { operation_id: operationId }, signal });
  if (answer.kind !== "ok") return answer;
  const { stream, totalCount: totalRecords } = answer.value;
  const counted = new ByteCount(mark);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunksOf(stream)) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      counted.take(chunk);
      onProgress({ bytes, records: counted.count, totalRecords });
    }
  } catch {
    // The connection ended before the file did: half a track is none.
    return signal.aborted ? { kind: "cancelled" } : { kind: "unreachable" };
  }
  const blob = new Blob(chunks, { type: mediaType });
  return { kind: "ok", value: format === "json" ? await arrayOfLines(blob) : blob };
}

/** Through the browser's or the desktop's own download. */
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the blob after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function* chunksOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncIterable<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
