import {
  type BackupSettings,
  type BackupSettingsChange,
  type BackupState,
  type FoundBackup,
  MAX_BACKUP_BYTES,
} from "../../contracts/backups.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { FoundFile } from "../../storage/restore/find-backups.ts";
import type { BackupsDeps } from "./backups.deps.ts";
import { encryptionFrom, encryptionOf, encryptionToWire } from "./backups.encryption.ts";
import type { ChosenBackup } from "./backups.chosen.ts";
import type { RestoreService } from "./backups.restore.ts";
import { backupName, nextDueMs } from "./backups.rules.ts";
import type { BackupsStore, StoredBackup } from "./backups.store.ts";

export type BackupsService = {
  readonly getState: () => Promise<BackupState>;
  readonly saveSettings: (
    change: BackupSettingsChange,
  ) => Promise<{ readonly kind: "saved" } | { readonly kind: "refused"; readonly field: string; readonly msg: string }>;
  /** A file that can be restored, by its path as `getState` gives it. */
  readonly findBackup: (path: string) => Promise<{ readonly isEncrypted: boolean } | undefined>;
  /** Starts a backup. False while another one is being made. */
  readonly start: () => boolean;
  /** Makes a backup if one is due; resolves when it is made, or has failed. */
  readonly makeIfDue: () => Promise<void>;
  /** Resolves when none is being made. */
  readonly settled: () => Promise<void>;
};

/** Makes backups, restores each to see that it can be, and keeps as many as a person wants. */
export function createBackupsService(
  deps: BackupsDeps,
  store: BackupsStore,
  others: { readonly restore: Pick<RestoreService, "getState">; readonly chosen: Pick<ChosenBackup, "find"> },
): BackupsService {
  const { restore, chosen } = others;
  const { clock, log, files } = deps;
  let running: Promise<void> | undefined;

  const folderOf = ({ folder }: BackupSettings) => folder ?? deps.ownFolder;
  const listInPlace = () => store.listMade().filter(({ path }) => files.exists(path));

  async function listFound(settings: BackupSettings): Promise<readonly FoundFile[]> {
    const own = new Set(listInPlace().map(({ path }) => path));
    const found = await files.findBackups(folderOf(settings));
    const file = await chosen.find();
    const all = file === undefined || found.some(({ path }) => path === file.path) ? found : [...found, file];
    return all.filter(({ path }) => !own.has(path)).toSorted((a, b) => b.changedMs - a.changedMs);
  }

  async function make(settings: BackupSettings): Promise<void> {
    const madeMs = clock.now();
    const encryption = encryptionOf(deps, store.findEncryption());
    const isEncrypted = encryption !== null;
    const path = freePath(folderOf(settings), madeMs, isEncrypted);
    const verified = await deps.makeVerified(path, encryption);
    store.insertMade({ ...verified, path, madeMs, verifiedMs: clock.now(), isEncrypted });
    log.info({ path, isEncrypted, ...verified }, "a backup was made, and restored for a test");
    await rotate(settings);
  }

  /** Two backups may be asked for within a second. */
  function freePath(folder: string, madeMs: number, isEncrypted: boolean): string {
    for (let nth = 1; ; nth++) {
      const path = files.join(folder, backupName(madeMs, isEncrypted, nth));
      if (!files.exists(path)) return path;
    }
  }

  /** Only files that the station made are removed, and only once a newer one is known to work. */
  async function rotate({ kept }: BackupSettings): Promise<void> {
    const gone = store.listMade().filter(({ path }) => !files.exists(path));
    for (const { path } of gone) store.removeMade(path);
    for (const { path } of listInPlace().slice(kept)) {
      await files.remove(path);
      store.removeMade(path);
    }
  }

  function start(): boolean {
    if (running !== undefined) return false;
    running = make(store.getSettings())
      .catch((error: unknown) => {
        const msg = error instanceof Error ? error.message : String(error);
        log.error({ err: error }, "a backup could not be made");
        store.saveFailure({ failedMs: clock.now(), msg });
      })
      // The failure itself may not be stored: the disk may be full.
      .catch((error: unknown) => log.warn({ err: error }, "the reason why a backup failed could not be stored"))
      .finally(() => (running = undefined));
    return true;
  }

  function dueMs(): number | null {
    const failure = store.findFailure();
    const last = { madeMs: listInPlace()[0]?.madeMs ?? null, failedMs: failure?.failedMs ?? null };
    return nextDueMs(store.getSettings(), last, clock.now());
  }

  return {
    async getState() {
      const settings = store.getSettings();
      const failure = store.findFailure();
      const due = dueMs();
      return {
        settings,
        encryption: encryptionToWire(store.findEncryption()),
        folder: folderOf(settings),
        is_running: running !== undefined,
        next_at: due === null ? null : isoFromMs(Math.max(due, clock.now())),
        last_failure: failure === undefined ? null : { at: isoFromMs(failure.failedMs), msg: failure.msg },
        backups: listInPlace().map(toWire),
        found: (await listFound(settings)).map(foundToWire),
        max_upload_bytes: Math.min(await deps.uploaded.roomBytes(), MAX_BACKUP_BYTES),
        restore: restore.getState(),
        restarts_itself: deps.restart !== undefined,
      };
    },
    async saveSettings({ encryption, ...settings }) {
      const refusal = settings.folder === null ? undefined : files.findRefusal(settings.folder);
      if (refusal !== undefined) return { kind: "refused", field: "folder", msg: refusal };
      const outcome = await encryptionFrom(deps, encryption, store.findEncryption());
      if (outcome.kind === "refused") return outcome;
      store.saveSettings(settings);
      store.saveEncryption(outcome.stored);
      return { kind: "saved" };
    },
    async findBackup(path) {
      return [...listInPlace(), ...(await listFound(store.getSettings()))].find((backup) => backup.path === path);
    },
    start,
    async makeIfDue() {
      const due = dueMs();
      if (due === null || clock.now() < due) return;
      start();
      await running;
    },
    settled: async () => running,
  };
}

function toWire({ madeMs, verifiedMs, isEncrypted, ...backup }: StoredBackup) {
  return { ...backup, is_encrypted: isEncrypted, made_at: isoFromMs(madeMs), verified_at: isoFromMs(verifiedMs) };
}

export function foundToWire({ path, bytes, changedMs, isEncrypted }: FoundFile): FoundBackup {
  return { path, bytes, changed_at: isoFromMs(Math.trunc(changedMs)), is_encrypted: isEncrypted };
}
