import type { Operation } from "../../../../../server/contracts/operations.ts";
import { type ExportFormat, trackLoader } from "../../api/track.export.ts";
import type { ExportEntry, ExportFile } from "./export.archive.ts";
import { exportNameOf } from "./export-name.ts";

/** The track of an operation as a file, named after its identifier and time. */
export function operationFile(id: string, operation: Operation | undefined, format: ExportFormat): ExportFile {
  return { name: exportNameOf(id, operation), load: trackLoader(id, format) };
}

export function operationEntries(operations: readonly Operation[], format: ExportFormat): readonly ExportEntry[] {
  return operations.map((operation) => ({
    ...operationFile(operation.id, operation, format),
    endedAtMs: Date.parse(operation.time_last_telemetry ?? operation.time_updated),
  }));
}
