import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { identitiesIn } from "../../contracts/backup-identities.ts";
import { systemClock } from "../../kernel/clock.ts";
import {
  backupRecording,
  encryptBackup,
  restoreEncrypted,
  restoreRecording,
  saveBackup,
} from "../../storage/backup.ts";
import {
  type BackupEncryption,
  type BackupKeys,
  isEncrypted,
  recipientProblem,
} from "../../storage/backup-encryption.ts";
import { lowerPriority } from "../threads/low-priority.ts";
import { promptNewPassphrase, promptPassphrase } from "./password.prompt.ts";
import { fetchFromStation, type RemoteStation } from "./remote-station.ts";
import { progressLine } from "./replay.summary.ts";

export type BackupOptions = {
  readonly data: string;
  readonly url?: string;
  readonly token?: string;
  readonly json: boolean;
  readonly recipient: readonly string[];
  readonly passphrase: boolean;
};

export type RestoreOptions = Pick<BackupOptions, "data" | "url" | "json"> & { readonly identity?: string };

/** Copies a recording to one file: from a directory, or from a running station. */
export async function backupCommand(file: string, options: BackupOptions): Promise<number> {
  const { data, url, token, json } = options;
  const encryption = await encryptionOf(options);
  // Checked before the station makes the backup.
  if (existsSync(file)) throw new Error(`${file} already exists; choose another name.`);
  const plain = encryption === undefined ? file : `${file}.plain`;
  try {
    if (url === undefined) await backupLocally(data, plain);
    else await backupRemotely({ url, token }, plain);
    if (encryption !== undefined) await encryptBackup(plain, file, encryption);
  } finally {
    if (plain !== file) await rm(plain, { force: true });
  }
  const where = url === undefined ? `in ${data}` : `of the station at ${url}`;
  process.stdout.write(json ? `${JSON.stringify({ file })}\n` : `The recording ${where} is in ${file}.\n`);
  return 0;
}

/** A station may receive there meanwhile, which comes first. */
async function backupLocally(data: string, file: string): Promise<void> {
  lowerPriority();
  await backupRecording(data, file, progressLine("backup"));
}

async function backupRemotely(station: RemoteStation, file: string): Promise<void> {
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
export async function restoreCommand(file: string, { data, url, json, identity }: RestoreOptions): Promise<number> {
  if (url !== undefined) {
    throw new Error(
      "A running station cannot be given another recording: end it, then restore into its data directory with --data.",
    );
  }
  const { keptAs } =
    existsSync(file) && (await isEncrypted(file))
      ? await restoreEncrypted(file, data, { keys: await keysFor(identity), nowMs: systemClock.now() })
      : await restoreRecording(file, data, systemClock.now());
  const kept = keptAs === null ? "" : ` What was there is kept as ${keptAs}.`;
  process.stdout.write(
    json ? `${JSON.stringify({ file, kept_as: keptAs })}\n` : `${file} is now the recording in ${data}.${kept}\n`,
  );
  return 0;
}

async function encryptionOf({ recipient, passphrase }: BackupOptions): Promise<BackupEncryption | undefined> {
  if (recipient.length > 0 && passphrase) throw new Error("Give either --recipient or --passphrase.");
  for (const one of recipient) {
    const problem = await recipientProblem(one);
    if (problem !== undefined) throw new Error(`--recipient: ${one} ${problem}`);
  }
  if (recipient.length > 0) return { kind: "recipients", recipients: recipient };
  return passphrase ? { kind: "passphrase", passphrase: await promptNewPassphrase() } : undefined;
}

async function keysFor(identity: string | undefined): Promise<BackupKeys> {
  if (identity === undefined) return { passphrase: await promptPassphrase() };
  return { identities: identitiesIn(await readFile(identity, "utf8")) };
}
