import { type Answer, fetchFile, routes } from "./station.client.ts";

export const exportFormats = [
  { format: "gpx", mediaType: "application/gpx+xml" },
  { format: "kml", mediaType: "application/vnd.google-earth.kml+xml" },
  { format: "csv", mediaType: "text/csv" },
  { format: "ndjson", mediaType: "application/x-ndjson" },
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
  const answer = await fetchFile(routes.listUaTelemetry, mediaType, { query: { operation_id: operationId }, signal });
  if (answer.kind !== "ok") return answer;
  saveBlob(answer.value, `${fileName}.${format}`);
  return { kind: "ok", value: { sizeBytes: answer.value.size } };
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
