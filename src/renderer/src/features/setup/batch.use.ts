import { computed, type ComputedRef, ref, type Ref, watch } from "vue";
import type { SetupBatch } from "../../../../../server/contracts/setup-batch.ts";
import { fileNameOf, withExtension } from "../../api/file-name.ts";
import { reasonOf } from "../../api/reason.ts";
import { useSetup } from "../../api/setup.store.ts";
import { type ApiResult, type Failure, openFile, routes } from "../../api/station.client.ts";
import { useStation } from "../../api/station.store.ts";
import { fileFormatOf, receiveFile, saveBlob } from "../../api/track.export.ts";
import { useText } from "../../text/index.ts";
import { useToasts } from "../../ui/toasts.store.ts";

const CSV = fileFormatOf("csv");

export interface BatchView {
  /** The newest batch of the station; null where there was none, undefined before it is known. */
  readonly batch: ComputedRef<SetupBatch | null | undefined>;
  /** Why it could not be loaded. */
  readonly loadFailure: Ref<Failure | undefined>;
  /** Why the last request failed, as a sentence. */
  readonly failure: Ref<string | undefined>;
  readonly isSending: Ref<boolean>;
  load(): Promise<void>;
  begin(flavor: string, paths: readonly string[]): Promise<void>;
  end(): Promise<void>;
  save(): Promise<void>;
}

/** The batch that runs at the station, or the last one; it continues without this page. */
export function useBatch(): BatchView {
  const { t } = useText();
  const setup = useSetup();
  const station = useStation();
  const toasts = useToasts();
  const loadFailure = ref<Failure>();
  const failure = ref<string>();
  const isSending = ref(false);

  async function load(): Promise<void> {
    const answer = await setup.loadBatch();
    if (answer.kind !== "cancelled") loadFailure.value = answer.kind === "ok" ? undefined : answer;
  }
  // The live connection does not report changes that happened while it was interrupted.
  watch(
    () => station.live === "connected",
    () => void load(),
    { immediate: true },
  );

  async function ask<T>(request: () => Promise<ApiResult<T>>): Promise<ApiResult<T> | undefined> {
    if (isSending.value) return undefined;
    isSending.value = true;
    const answer = await request();
    isSending.value = false;
    failure.value =
      answer.kind === "ok" || answer.kind === "cancelled"
        ? undefined
        : t("setup.batch.failed", { reason: reasonOf(answer) });
    return answer;
  }

  return {
    batch: computed(() => setup.batch),
    loadFailure,
    failure,
    isSending,
    load,
    async begin(flavor, paths) {
      await ask(() => setup.beginBatch({ paths: [...paths], ...(flavor === "" ? {} : { flavor }) }));
    },
    async end() {
      const { batch } = setup;
      if (batch) await ask(() => setup.endBatch(batch.id));
    },
    async save() {
      const { batch } = setup;
      if (!batch) return;
      const params = { id: batch.id };
      const answer = await ask(async () => {
        const opened = await openFile(routes.listSetupBatchDevices, CSV.mediaType, { params });
        return receiveFile(opened, CSV, () => undefined, new AbortController().signal);
      });
      if (answer?.kind !== "ok") return;
      const name = withExtension(fileNameOf("set-up", batch.started_at), "csv");
      saveBlob(answer.value, name);
      toasts.show(t("setup.batch.saved", { name }));
    },
  };
}
