import { fileFormatsOf, type Format, type FormatOf, FORMATS } from "../../../../server/contracts/formats.ts";
import { ByteCount } from "./byte-count.ts";
import { toJsonArray } from "./json-array.ts";
import { type ApiResult, type IncomingFile, openFile, routes } from "./station.client.ts";

export const EXPORT_FORMATS = fileFormatsOf("telemetry");
export type ExportFormat = FormatOf<"telemetry">;

/** How a file is requested; `mark` is a text that occurs in it once per record, if there is such a text. */
export interface FileFormat {
  readonly mediaType: string;
  readonly mark?: string;
}

const RECORD_MARKS: Readonly<Record<Format, string>> = {
  gpx: "<trkpt ",
  kml: "<Point>",
  geojson: '"Feature",',
  geojsonseq: '"Feature",',
  csv: "\n",
  ndjson: "\n",
  json: '{"time":',
};

export function fileFormatOf(format: Format): FileFormat {
  return { mediaType: FORMATS[format].mediaType, mark: RECORD_MARKS[format] };
}

export interface TrackProgress {
  readonly bytes: number;
  readonly records: number;
  /** Undefined where the station does not say. */
  readonly totalRecords: number | undefined;
}

/** Loads one file and reports its progress. */
export type FileLoader = (
  onProgress: (progress: TrackProgress) => void,
  signal: AbortSignal,
) => Promise<ApiResult<Blob>>;

/** The aircraft telemetry of one operation. */
export function trackLoader(operationId: string, format: ExportFormat): FileLoader {
  // The station limits the records of a JSON reply, but not of NDJSON: so JSON is made here from NDJSON.
  const fileFormat = fileFormatOf(format === "json" ? "ndjson" : format);
  return async (onProgress, signal) => {
    const query = { operation_id: operationId };
    const answer = await openFile(routes.listUaTelemetry, fileFormat.mediaType, { query, signal });
    const file = await receiveFile(answer, fileFormat, onProgress, signal);
    return file.kind === "ok" && format === "json" ? { kind: "ok", value: await toJsonArray(file.value) } : file;
  };
}

/** Receives the rest of a file that the station has begun to send. */
export async function receiveFile(
  answer: ApiResult<IncomingFile>,
  { mediaType, mark }: FileFormat,
  onProgress: (progress: TrackProgress) => void,
  signal: AbortSignal,
): Promise<ApiResult<Blob>> {
  if (answer.kind !== "ok") return answer;
  const { stream, totalCount: totalRecords } = answer.value;
  const counter = mark === undefined ? undefined : new ByteCount(mark);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunksOf(stream)) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      counter?.add(chunk);
      onProgress({ bytes, records: counter?.count ?? 0, totalRecords });
    }
  } catch {
    // The connection ended before the file did: an incomplete track is not saved.
    return signal.aborted ? { kind: "cancelled" } : { kind: "unreachable" };
  }
  return { kind: "ok", value: new Blob(chunks, { type: mediaType }) };
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

/** Rejects where the connection ends before the file does. */
export async function* chunksOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
