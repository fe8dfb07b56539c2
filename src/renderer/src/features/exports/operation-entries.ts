import type { Operation } from "../../../../../server/contracts/operations.ts";
import { type ExportFormat, trackOf } from "../../api/track.export.ts";
import type { ExportEntry, ExportFile } from "./export.archive.ts";
import { exportNameOf } from "./export-name.ts";

/** The track of an operation as a file, named after its identifier and time. */
export function fileOf(id: string, operation: Operation | undefined, format: ExportFormat): ExportFile {
  return { name: exportNameOf(id, operation), load: trackOf(id, format) };
}

export function entriesOf(operations: readonly Operation[], format: ExportFormat): readonly ExportEntry[] {
  return operations.map((operation) => ({
    ...fileOf(operation.id, operation, format),
    endedAtMs: Date.parse(operation.time_last_telemetry ?? operation.time_updated),
  }));
}
