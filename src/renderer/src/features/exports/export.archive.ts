import { withExtension } from "../../api/file-name.ts";
import type { ApiResult } from "../../api/station.client.ts";
import type { ExportFormat, FileLoader, TrackProgress } from "../../api/track.export.ts";
import { ZipWriter } from "./zip.writer.ts";

export interface ArchiveProgress extends TrackProgress {
  readonly tracksDone: number;
}

/** A track that becomes a file; its name without the format. */
export interface ExportFile {
  readonly name: string;
  readonly load: FileLoader;
}

export interface ExportEntry extends ExportFile {
  readonly endedAtMs: number;
}

/** The list of checksums, as `sha256sum --check` reads it. */
const SUMS = "SHA256SUMS";

/** Many tracks as one archive: a file for each, and their checksums where the page may compute them. */
export async function makeArchive(
  entries: readonly ExportEntry[],
  format: ExportFormat,
  onProgress: (progress: ArchiveProgress) => void,
  signal: AbortSignal,
): Promise<ApiResult<Blob> | { readonly kind: "too_large" }> {
  const zip = new ZipWriter();
  const usedNames = new Set<string>();
  const sums: string[] = [];
  let bytes = 0;
  let records = 0;
  for (const [tracksDone, entry] of entries.entries()) {
    let ofThis: TrackProgress = { bytes: 0, records: 0, totalRecords: undefined };
    const reportProgress = (progress: TrackProgress): void => {
      ofThis = progress;
      const sum = { bytes: bytes + progress.bytes, records: records + progress.records };
      onProgress({ ...sum, totalRecords: undefined, tracksDone });
    };
    const track = await entry.load(reportProgress, signal);
    if (track.kind !== "ok") return track;
    bytes += ofThis.bytes;
    records += ofThis.records;
    const name = freeName(entry.name, format, usedNames);
    const outcome = await zip.add(name, track.value, entry.endedAtMs);
    if (outcome.kind === "too_large") return outcome;
    const sum = await sha256Of(track.value);
    if (sum !== undefined) sums.push(`${sum}  ${name}\n`);
    onProgress({ bytes, records, totalRecords: undefined, tracksDone: tracksDone + 1 });
  }
  if (sums.length > 0) await zip.add(SUMS, new Blob(sums), Date.now());
  return { kind: "ok", value: zip.finish() };
}

function freeName(name: string, format: ExportFormat, usedNames: Set<string>): string {
  let free = withExtension(name, format);
  for (let number = 2; usedNames.has(free); number += 1) free = withExtension(`${name}_${number}`, format);
  usedNames.add(free);
  return free;
}

/** Browsers offer checksums only in a secure context. */
async function sha256Of(file: Blob): Promise<string | undefined> {
  if (!isSecureContext) return undefined;
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
