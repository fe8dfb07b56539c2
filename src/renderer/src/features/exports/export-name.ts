import { type Format, FORMATS } from "../../../../../server/contracts/formats.ts";
import type { Operation } from "../../../../../server/contracts/operations.ts";
import { primaryIdentifier } from "../../tracks/identity.ts";

/** A descriptive file name: identity and the time of the first record. */
export function exportNameOf(id: string, operation: Operation | undefined): string {
  return fileNameOf(primaryIdentifier(operation) ?? id, operation?.time_first_telemetry ?? undefined);
}

/** The file name with the extension of a format; GeoJSON sequences have the extension that other programs expect. */
export function withExtension(name: string, format: Format): string {
  return `${name}.${FORMATS[format].extension}`;
}

/** A name and a time, without characters that a file system refuses. */
export function fileNameOf(name: string, time: string | undefined): string {
  const began = time?.slice(0, 19).replaceAll(":", "-") ?? "";
  return [name, began]
    .filter((part) => part !== "")
    .join("_")
    .replaceAll(/[^\w.-]+/g, "-");
}

/** The name of an archive: when it was made, how many tracks it holds and in which format. */
export function archiveNameOf(tracks: number, format: string, nowMs: number): string {
  const time = new Date(nowMs).toISOString().slice(0, 16).replaceAll(":", "-");
  return `fieldstation_${time}_${tracks}-tracks_${format}.zip`;
}
