import type { RestoreState } from "../../contracts/backups.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { BackupKeys } from "../../storage/backup-encryption.ts";
import {
  findRestoreMark,
  findRestoreOutcome,
  findWaitingRestore,
  removeRestore,
  replacedRecordingPath,
  removeRestoreOutcome,
  type RestoreMark,
  saveRestoreMark,
} from "../../storage/restore/restore-files.ts";
import type { BackupsDeps, PreparedRestore } from "./backups.deps.ts";

export type RestoreInput = {
  readonly path: string;
  readonly keys: BackupKeys | null;
  readonly userId: string | null;
  readonly address: string | null;
};

export type RestoreOutcome =
  | { readonly kind: "started" | "running" | "waiting" | "cancelled" | "no_room" }
  | { readonly kind: "refused"; readonly reason: "backup" | "key"; readonly msg: string };

export type RestoreService = {
  readonly getState: () => RestoreState | null;
  /** Resolves once the backup could be opened; its pages are read afterwards. */
  readonly start: (asked: RestoreInput) => Promise<RestoreOutcome>;
  /** Cancels or discards the restore; resolves with what was done, undefined where there was none. */
  readonly end: () => Promise<"cancelled" | "put_away" | undefined>;
  /** Stores in the recording what this start has done with a restore. */
  readonly noteStart: () => void;
};

type Checking = { readonly path: string; readonly askedMs: number; progress: number | null } & Pick<
  PreparedRestore,
  "cancel"
>;
type Failed = { readonly path: string; readonly askedMs: number; readonly failure: string };

/** Restores backups: checks one while the station runs, and marks it to replace the recording at the next start. */
export function createRestoreService(deps: BackupsDeps): RestoreService {
  const { clock, log, dataDir } = deps;
  let checking: Checking | undefined;
  let failed: Failed | undefined;

  async function finish(one: Checking, prepared: PreparedRestore["prepared"], asked: RestoreInput): Promise<void> {
    const { accounts } = await prepared;
    if (checking !== one) return;
    if (accounts === 0 && deps.hasAccounts()) {
      throw new Error("The backup holds no account: whoever comes first would administer the station.");
    }
    const { path, askedMs } = one;
    const { userId, address } = asked;
    const mark = { id: deps.newId(), path, userId, address, askedMs, keptAs: replacedRecordingPath(dataDir, askedMs) };
    await saveRestoreMark(dataDir, mark);
    checking = undefined;
    log.warn({ path, keptAs: mark.keptAs }, "a backup takes the place of the recording at the next start");
    deps.restart?.();
  }

  async function fail({ path, askedMs }: Checking, error: unknown): Promise<void> {
    failed = { path, askedMs, failure: error instanceof Error ? error.message : String(error) };
    log.error({ path, reason: failed.failure }, "a backup could not be restored; nothing was changed");
    await removeRestore(dataDir);
  }

  async function start(asked: RestoreInput): Promise<RestoreOutcome> {
    if (checking !== undefined) return { kind: "running" };
    if (findWaitingRestore(dataDir) !== undefined) return { kind: "waiting" };
    failed = undefined;
    const { opened, prepared, cancel } = deps.prepareRestore(asked.path, asked.keys, (fraction) => {
      one.progress = fraction < 1 ? fraction : null;
    });
    const one: Checking = { path: asked.path, askedMs: clock.now(), progress: null, cancel };
    checking = one;
    try {
      const outcome = await opened;
      if (outcome.kind === "refused") {
        checking = undefined;
        const { reason, msg } = outcome;
        return reason === "no_room" ? { kind: "no_room" } : { kind: "refused", reason, msg };
      }
    } catch (error) {
      if (checking !== one) return { kind: "cancelled" };
      checking = undefined;
      throw error;
    }
    await removeRestoreOutcome(dataDir);
    finish(one, prepared, asked)
      .catch((error: unknown) => (checking === one ? fail(one, error) : undefined))
      .catch((error: unknown) => log.error({ err: error }, "the remaining files of a restore could not be removed"))
      .finally(() => {
        if (checking === one) checking = undefined;
      });
    return { kind: "started" };
  }

  return {
    getState() {
      if (checking !== undefined) {
        const { path, askedMs, progress } = checking;
        return toWire({ path, askedMs }, { phase: "checking", progress });
      }
      if (failed !== undefined) return toWire(failed, { phase: "failed", msg: failed.failure });
      // Also for one that has replaced the recording, until the start has finished.
      const mark = findRestoreMark(dataDir);
      if (mark !== undefined) return toWire(mark, { phase: "waiting", kept_as: mark.keptAs });
      const outcome = findRestoreOutcome(dataDir);
      if (outcome === undefined) return null;
      return outcome.failure === null
        ? toWire(outcome, { phase: "done", kept_as: outcome.keptAs })
        : toWire(outcome, { phase: "failed", msg: outcome.failure });
    },
    start,
    async end() {
      const running = checking;
      if (running !== undefined) {
        checking = undefined;
        await running.cancel();
        // The preparation may have finished at the same time.
        await removeRestore(dataDir);
        return "cancelled";
      }
      if (findWaitingRestore(dataDir) !== undefined) {
        await removeRestore(dataDir);
        return "cancelled";
      }
      if (failed === undefined && findRestoreOutcome(dataDir) === undefined) return undefined;
      failed = undefined;
      await removeRestoreOutcome(dataDir);
      return "put_away";
    },
    noteStart() {
      if (deps.restored !== undefined) return deps.recordRestore("recording_restored", deps.restored);
      const outcome = findRestoreOutcome(dataDir);
      if (outcome !== undefined && outcome.failure !== null) deps.recordRestore("restore_failed", outcome);
    },
  };
}

function toWire(
  { path, askedMs }: Pick<RestoreMark, "path" | "askedMs">,
  state: Pick<RestoreState, "phase"> & Partial<RestoreState>,
): RestoreState {
  return { path, asked_at: isoFromMs(askedMs), progress: null, kept_as: null, msg: null, ...state };
}
