import type { ApiResult } from "../../api/station.client.ts";
import type { ExportFormat, FileLoader, TrackProgress } from "../../api/track.export.ts";
import { ZipWriter } from "./zip.writer.ts";

export interface ArchiveProgress extends TrackProgress {
  readonly flightsDone: number;
}

/** A flight that becomes a file; its name without the format. */
export interface ExportFile {
  readonly name: string;
  readonly load: FileLoader;
}

export interface ExportEntry extends ExportFile {
  readonly endedAtMs: number;
}

/** The list of checksums, as `sha256sum --check` reads it. */
const SUMS = "SHA256SUMS";

/** Many flights as one archive: a file for each, and their checksums where the page may compute them. */
export async function archiveOf(
  entries: readonly ExportEntry[],
  format: ExportFormat,
  onProgress: (progress: ArchiveProgress) => void,
  signal: AbortSignal,
): Promise<ApiResult<Blob> | { readonly kind: "too_large" }> {
  const zip = new ZipWriter();
  const taken = new Set<string>();
  const sums: string[] = [];
  let bytes = 0;
  let records = 0;
  for (const [flightsDone, entry] of entries.entries()) {
    let ofThis: TrackProgress = { bytes: 0, records: 0, totalRecords: undefined };
    const progressed = (progress: TrackProgress): void => {
      ofThis = progress;
      const sum = { bytes: bytes + progress.bytes, records: records + progress.records };
      onProgress({ ...sum, totalRecords: undefined, flightsDone });
    };
    const track = await entry.load(progressed, signal);
    if (track.kind !== "ok") return track;
    bytes += ofThis.bytes;
    records += ofThis.records;
    const name = freeName(entry.name, format, taken);
    const outcome = await zip.add(name, track.value, entry.endedAtMs);
    if (outcome.kind === "too_large") return outcome;
    const sum = await sha256Of(track.value);
    if (sum !== undefined) sums.push(`${sum}  ${name}\n`);
    onProgress({ bytes, records, totalRecords: undefined, flightsDone: flightsDone + 1 });
  }
  if (sums.length > 0) await zip.add(SUMS, new Blob(sums), Date.now());
  return { kind: "ok", value: zip.finish() };
}

function freeName(name: string, format: ExportFormat, taken: Set<string>): string {
  let free = `${name}.${format}`;
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}.${format}`;
  taken.add(free);
  return free;
}

/** Browsers compute checksums only on pages that nobody could have changed on their way. */
async function sha256Of(file: Blob): Promise<string | undefined> {
  if (!isSecureContext) return undefined;
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
