import { arrayOfLines } from "./json-lines.ts";
import { type Answer, fetchFile, routes } from "./station.client.ts";

const NDJSON = "application/x-ndjson";

export const exportFormats = [
  { format: "gpx", mediaType: "application/gpx+xml" },
  { format: "kml", mediaType: "application/vnd.google-earth.kml+xml" },
  { format: "csv", mediaType: "text/csv" },
  { format: "ndjson", mediaType: NDJSON },
  { format: "json", mediaType: "application/json" },
] as const;
export type ExportFormat = (typeof exportFormats)[number]["format"];

/** Saves the aircraft telemetry of one operation through the browser's or the desktop's own download. */
export async function saveTrack(
  operationId: string,
  format: ExportFormat,
  fileName: string,
  signal: AbortSignal,
): Promise<Answer<{ readonly sizeBytes: number }>> {
  const mediaType = exportFormats.find((one) => one.format === format)?.mediaType ?? "application/json";
  const query = { operation_id: operationId };
  // A JSON answer holds so many records at most; lines hold all of them.
  const asked = format === "json" ? NDJSON : mediaType;
  const answer = await fetchFile(routes.listUaTelemetry, asked, { query, signal });
  if (answer.kind !== "ok") return answer;
  const blob = format === "json" ? await arrayOfLines(answer.value) : answer.value;
  saveBlob(blob, `${fileName}.${format}`);
  return { kind: "ok", value: { sizeBytes: blob.size } };
}

function saveBlob(blob: Blob, fileName: string): void {
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
