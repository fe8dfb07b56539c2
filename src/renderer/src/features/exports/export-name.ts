import type { Operation } from "../../../../../server/contracts/operations.ts";
import { fileNameOf } from "../../api/file-name.ts";
import { primaryIdentifier } from "../../tracks/identity.ts";

/** A descriptive file name: identity and the time of the first record. */
export function exportNameOf(id: string, operation: Operation | undefined): string {
  return fileNameOf(primaryIdentifier(operation) ?? id, operation?.time_first_telemetry ?? undefined);
}

/** The name of an archive: when it was made, how many tracks it holds, once they are counted, and in which format. */
export function archiveNameOf(tracks: number | undefined, format: string, nowMs: number): string {
  const time = new Date(nowMs).toISOString().slice(0, 16).replaceAll(":", "-");
  return `fieldstation_${time}_${tracks === undefined ? "" : `${tracks}-`}tracks_${format}.zip`;
}
