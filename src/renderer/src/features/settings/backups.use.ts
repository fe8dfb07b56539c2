import { onScopeDispose, type Ref, ref, shallowRef } from "vue";
import type { BackupSettings, BackupState } from "../../../../../server/contracts/backups.ts";
import { reasonOf } from "../../api/reason.ts";
import { type ApiResult, call, routes } from "../../api/station.client.ts";

const POLL_MS = 15_000;
const RUNNING_POLL_MS = 1_000;

export interface BackupsControl {
  readonly state: Readonly<Ref<BackupState | undefined>>;
  /** Why the state could not be loaded, as a sentence. */
  readonly failure: Readonly<Ref<string | undefined>>;
  load(): Promise<void>;
  /** These two give the reason where they failed. */
  save(settings: BackupSettings): Promise<string | undefined>;
  start(): Promise<string | undefined>;
}

/** The backups of the station, polled more often while one is made. */
export function useBackups(): BackupsControl {
  const state = shallowRef<BackupState>();
  const failure = ref<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDisposed = false;

  async function load(): Promise<void> {
    clearTimeout(timer);
    const answer = await call(routes.getBackups);
    if (answer.kind === "ok") state.value = answer.value;
    failure.value = answer.kind === "ok" || answer.kind === "cancelled" ? undefined : reasonOf(answer);
    if (isDisposed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void load(), state.value?.is_running ? RUNNING_POLL_MS : POLL_MS);
  }

  async function reloadAfter(answer: ApiResult<unknown>): Promise<string | undefined> {
    if (answer.kind !== "ok") return reasonOf(answer);
    await load();
    return undefined;
  }

  onScopeDispose(() => {
    isDisposed = true;
    clearTimeout(timer);
  });
  void load();
  return {
    state,
    failure,
    load,
    save: async (settings) => reloadAfter(await call(routes.setBackups, { body: settings })),
    start: async () => reloadAfter(await call(routes.startBackup)),
  };
}
