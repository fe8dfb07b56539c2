import { existsSync, readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DATABASE_FILE, OWNER_ONLY } from "../database-file.ts";
import { syncFolder } from "../incoming-file.ts";
import { FORMER_ID_FILE } from "../recording-id.ts";

/**
 * Marks that a backup takes the place of the recording at the next start. It is a separate file, because it belongs to
 * neither.
 */
export type RestoreMark = {
  readonly id: string;
  /** The backup that was chosen. */
  readonly path: string;
  /** Who requested it: the account, null for the local operator; and the network address. */
  readonly userId: string | null;
  readonly address: string | null;
  readonly askedMs: number;
  /** The path that the replaced recording gets. */
  readonly keptAs: string;
  /** Why the restored recording cannot be used, as a sentence, while the former one is put back. */
  readonly undoneFor?: string;
};

/** The result of the last restore. */
export type RestoreOutcome = Pick<RestoreMark, "id" | "path" | "askedMs" | "keptAs" | "userId" | "address"> & {
  /** Why the former recording is still in use, as a sentence; null where the backup is in use. */
  readonly failure: string | null;
};

/** Space that is left free beside the copy of a backup, so that the station can work until the next start. */
export const RESTORE_MARGIN_BYTES = 32 * 1024 * 1024;

const MARK_FILE = "restore.json";
const OUTCOME_FILE = "restore-outcome.json";
const PREPARED_FILE = "restore.sqlite";
const DECRYPTED_FILE = "restore.decrypted";
const PREPARED_NAMES = [PREPARED_FILE, `${PREPARED_FILE}.part`].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]);
const LEFTOVER_NAMES = [...PREPARED_NAMES, DECRYPTED_FILE, FORMER_ID_FILE, `${MARK_FILE}.part`];

/** The backup that was checked, beside the recording whose place it takes. */
export const preparedPath = (dataDir: string): string => join(dataDir, PREPARED_FILE);

/** The decrypted form of an encrypted backup, until it is copied. */
export const decryptedPath = (dataDir: string): string => join(dataDir, DECRYPTED_FILE);

/** The name that a recording gets when another one takes its place. */
export function replacedRecordingPath(dataDir: string, nowMs: number): string {
  return `${join(dataDir, DATABASE_FILE)}.before-${new Date(nowMs).toISOString().replaceAll(":", "-")}`;
}

export const findRestoreMark = (dataDir: string) => read<RestoreMark>(join(dataDir, MARK_FILE));
/** The restore that waits for the next start; after that start has begun, there is no prepared backup any more. */
export function findWaitingRestore(dataDir: string): RestoreMark | undefined {
  const mark = findRestoreMark(dataDir);
  return mark !== undefined && existsSync(preparedPath(dataDir)) ? mark : undefined;
}

export const findRestoreOutcome = (dataDir: string) => read<RestoreOutcome>(join(dataDir, OUTCOME_FILE));

export const saveRestoreMark = (dataDir: string, mark: RestoreMark) => write(dataDir, MARK_FILE, mark);
export const removeRestoreOutcome = (dataDir: string) => rm(join(dataDir, OUTCOME_FILE), { force: true });

/** Stores the outcome of a restore, and only then removes the mark. */
export async function endRestore(dataDir: string, mark: RestoreMark, failure: string | null): Promise<void> {
  const { id, path, askedMs, keptAs, userId, address } = mark;
  const outcome: RestoreOutcome = { id, path, askedMs, keptAs, userId, address, failure };
  await write(dataDir, OUTCOME_FILE, outcome);
  await removeRestore(dataDir);
}

/** Removes a restore. The mark is removed first, so that no start looks for a backup that is missing. */
export async function removeRestore(dataDir: string): Promise<void> {
  await removeRestoreMark(dataDir);
  await removeLeftovers(dataDir);
}

export async function removeRestoreMark(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, MARK_FILE))) return;
  await rm(join(dataDir, MARK_FILE));
  await syncFolder(dataDir);
}

/** Removes the files that a cancelled preparation leaves. */
export const removePrepared = (dataDir: string) => remove(dataDir, PREPARED_NAMES);

/** Removes the files that a killed preparation or command leaves, if there are any. */
export const removeLeftovers = (dataDir: string) => remove(dataDir, LEFTOVER_NAMES);
export const hasLeftovers = (dataDir: string): boolean =>
  LEFTOVER_NAMES.some((name) => existsSync(join(dataDir, name)));

async function remove(dataDir: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (existsSync(join(dataDir, name))) await rm(join(dataDir, name), { force: true });
  }
}

/** Writes a file completely or not at all, also across a power cut: it gets its name only once it is on disk. */
async function write(dataDir: string, name: string, content: object): Promise<void> {
  const path = join(dataDir, name);
  const file = await open(`${path}.part`, "w", OWNER_ONLY);
  try {
    await file.writeFile(JSON.stringify(content));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
  await syncFolder(dataDir);
}

function read<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as T) : undefined;
}
