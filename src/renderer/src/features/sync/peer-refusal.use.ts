import { computed, type Ref } from "vue";
import { useText } from "../../text/index.ts";
import { type PeerField, readRefusal } from "./peer-draft.ts";

/** Takes apart why the station refused a peer, so that it is shown beside the field that it is about. */
export function usePeerRefusal(failure: Readonly<Ref<string | undefined>>) {
  const { t } = useText();
  const refusal = computed(() => (failure.value === undefined ? undefined : readRefusal(failure.value)));
  return {
    refusedAt: (field: PeerField) => (refusal.value?.field === field ? refusal.value.text : undefined),
    /** What belongs to no field. */
    general: computed(() =>
      refusal.value && refusal.value.field === undefined
        ? t("sync.form.failed", { reason: refusal.value.text })
        : undefined,
    ),
  };
}
