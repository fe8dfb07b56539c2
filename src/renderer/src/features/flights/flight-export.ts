import { type Answer, openFile, routes } from "../../api/station.client.ts";
import { saveBlob } from "../../api/track.export.ts";

export const FLIGHT_FORMATS = [
  { format: "gpx", mediaType: "application/gpx+xml" },
  { format: "kml", mediaType: "application/vnd.google-earth.kml+xml" },
  { format: "csv", mediaType: "text/csv" },
  { format: "json", mediaType: "application/json" },
] as const;
export type FlightFormat = (typeof FLIGHT_FORMATS)[number];

/** The telemetry of a flight as a file, saved under a name that says when it was. */
export async function exportFlight(
  id: string,
  name: string,
  startMs: number,
  { format, mediaType }: FlightFormat,
): Promise<Answer<undefined>> {
  const answer = await openFile(routes.listFlightTelemetry, mediaType, { params: { id } });
  if (answer.kind !== "ok") return answer;
  let blob: Blob;
  try {
    blob = await new Response(answer.value.stream).blob();
  } catch {
    // The connection ended before the file did: half a track is none.
    return { kind: "unreachable" };
  }
  const time = new Date(startMs).toISOString().slice(0, 16).replaceAll(":", "-");
  saveBlob(blob, `${name.replaceAll(/[^\w.-]+/g, "-")}_${time}.${format}`);
  return { kind: "ok", value: undefined };
}
