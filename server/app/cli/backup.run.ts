import { existsSync } from "node:fs";
import { systemClock } from "../../kernel/clock.ts";
import { backupRecording, restoreRecording, saveBackup } from "../../storage/backup.ts";
import { fetchFromStation, type RemoteStation } from "./remote-station.ts";
import { progressLine } from "./replay.summary.ts";

export type BackupOptions = {
  readonly data: string;
  readonly url?: string;
  readonly token?: string;
  readonly json: boolean;
};

/** Copies a recording to one file: from a directory, or from a running station. */
export async function backupCommand(file: string, { data, url, token, json }: BackupOptions): Promise<number> {
  if (url === undefined) await backupRecording(data, file, progressLine("backup"));
  else await backupRemotely({ url, token }, file);
  const where = url === undefined ? `in ${data}` : `of the station at ${url}`;
  process.stdout.write(json ? `${JSON.stringify({ file })}\n` : `The recording ${where} is in ${file}.\n`);
  return 0;
}

async function backupRemotely(station: RemoteStation, file: string): Promise<void> {
  // Checked before the station makes the backup.
  if (existsSync(file)) throw new Error(`${file} already exists; choose another name.`);
  const accept = "application/vnd.sqlite3";
  const response = await fetchFromStation(station, "/station/v1/backups", { method: "POST", accept });
  try {
    await saveBackup(response.body!, file);
  } catch (error) {
    // When the connection ends early, the message of fetch is only "terminated".
    if (!(error instanceof TypeError)) throw error;
    throw new Error(`The station at ${station.url} ended before the backup was whole; nothing was kept.`, {
      cause: error,
    });
  }
}

/** Restores a backup into a directory that no station is using. */
export async function restoreCommand(file: string, { data, url, json }: BackupOptions): Promise<number> {
  if (url !== undefined) {
    throw new Error(
      "A running station cannot be given another recording: end it, then restore into its data directory with --data.",
    );
  }
  const { keptAs } = await restoreRecording(file, data, systemClock.now());
  const kept = keptAs === null ? "" : ` What was there is kept as ${keptAs}.`;
  process.stdout.write(
    json ? `${JSON.stringify({ file, kept_as: keptAs })}\n` : `${file} is now the recording in ${data}.${kept}\n`,
  );
  return 0;
}
