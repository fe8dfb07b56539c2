import { computed, type ComputedRef, ref, type Ref, watch } from "vue";
import type { SetupSession } from "../../../../../server/contracts/setup.ts";
import { reasonOf } from "../../api/reason.ts";
import { useSetup } from "../../api/setup.store.ts";
import type { ApiResult } from "../../api/station.client.ts";
import { useStation } from "../../api/station.store.ts";
import { useText } from "../../text/index.ts";
import { useQueryText } from "../../ui/query-text.ts";
import { type SettingsDraft, useSettingsDraft } from "./settings-draft.use.ts";
import { openSteps, type SetupStep, setupStepOf } from "./setup.rules.ts";

/** Options for opening a port. */
export interface PortOptions {
  readonly repairCrlf?: boolean;
  /** Tried before the usual ones; bits per second. */
  readonly baudRate?: number | undefined;
}

export interface SetupSessionView {
  /** Undefined before a port is chosen. */
  readonly session: ComputedRef<SetupSession | undefined>;
  /** The session in the address has ended at the station. */
  readonly isGone: ComputedRef<boolean>;
  /** The step in view. The person may go back; the next action of the device shows its own step. */
  readonly step: ComputedRef<SetupStep>;
  readonly open: ComputedRef<ReadonlySet<SetupStep>>;
  /** Why the last request failed, as a sentence. */
  readonly failure: Ref<string | undefined>;
  readonly isSending: Ref<boolean>;
  /** The typed settings of the device. */
  readonly form: SettingsDraft;
  go(step: SetupStep): void;
  /** Opens a port and shows its session. */
  choose(path: string, how?: PortOptions): Promise<void>;
  /** Waits for the answer, and shows why it failed. */
  ask<T>(request: (id: string) => Promise<ApiResult<T>>): Promise<ApiResult<T> | undefined>;
  end(): Promise<boolean>;
}

/** The set-up session in the address: it survives a reload, and another window can show the same one. */
export function useSetupSession(): SetupSessionView {
  const { t } = useText();
  const setup = useSetup();
  const station = useStation();
  const id = useQueryText("session", "");
  const chosen = ref<SetupStep>();
  const failure = ref<string>();
  const isSending = ref(false);

  const session = computed(() => setup.sessions.get(id.value));
  const form = useSettingsDraft(() => session.value);
  const isGone = computed(() => id.value !== "" && setup.ended.has(id.value));
  const open = computed(() => openSteps(session.value));
  const step = computed(() =>
    chosen.value !== undefined && open.value.has(chosen.value) ? chosen.value : setupStepOf(session.value),
  );

  watch(
    () => session.value && [session.value.id, session.value.state].join(),
    () => {
      // Reading, and reconnecting after a replug, do not change the step in view nor what was typed there.
      if (setupStepOf(session.value) !== "device") chosen.value = undefined;
    },
  );
  // While the device is away the page says so, and a request that failed for it is outdated when it is back.
  watch(
    () => session.value?.state === "lost",
    () => {
      failure.value = undefined;
    },
  );
  // The live connection does not report changes that happened while it was interrupted.
  watch(
    [id, () => station.live === "connected"],
    () => {
      if (id.value !== "" && !setup.ended.has(id.value)) void setup.load(id.value);
    },
    { immediate: true },
  );
  // The settings are what a technician wants to see next, and reading them changes nothing.
  watch(
    () => session.value?.state,
    (state) => {
      const { value: now } = session;
      if (state === "ready" && now?.can_set_up === true && now.values === null && !now.error) {
        void readSettings(now.id);
      }
    },
    { immediate: true },
  );

  /** In the background: nothing waits for its answer. */
  async function readSettings(sessionId: string): Promise<void> {
    failure.value = failureOf(await setup.read(sessionId)) ?? failure.value;
  }

  async function ask<T>(request: (sessionId: string) => Promise<ApiResult<T>>): Promise<ApiResult<T> | undefined> {
    if (isSending.value) return undefined;
    isSending.value = true;
    const answer = await request(id.value);
    isSending.value = false;
    failure.value = failureOf(answer);
    return answer;
  }

  function failureOf(answer: ApiResult<unknown>): string | undefined {
    if (answer.kind === "ok" || answer.kind === "cancelled") return undefined;
    return t("setup.failed", { reason: reasonOf(answer) });
  }

  return {
    session,
    isGone,
    step,
    open,
    failure,
    isSending,
    form,
    ask,
    go(next) {
      chosen.value = next;
    },
    async choose(path, { repairCrlf = false, baudRate } = {}) {
      const { value: before } = session;
      if (before) await setup.end(before.id);
      const rate = baudRate === undefined ? {} : { baud_rate: baudRate };
      const answer = await ask(() => setup.open({ path, repair_crlf: repairCrlf, ...rate }));
      if (answer?.kind === "ok") id.value = answer.value.id;
    },
    async end() {
      // The page says so.
      if (session.value?.state === "writing") return false;
      // Allowed while another answer is pending: ending the session also ends the step in progress.
      const answer = await setup.end(id.value);
      const isFree = answer.kind === "ok" || (answer.kind === "refused" && answer.status === 404);
      failure.value = isFree ? undefined : failureOf(answer);
      if (isFree) id.value = "";
      return isFree;
    },
  };
}
