import { computed, type Ref } from "vue";
import { useText } from "../../text/index.ts";
import { type PeerField, readRefusal } from "./peer-draft.ts";

/** Splits the station's refusal of a peer by field, so that each message is shown beside its field. */
export function usePeerRefusal(failure: Readonly<Ref<string | undefined>>) {
  const { t } = useText();
  const refusal = computed(() => (failure.value === undefined ? undefined : readRefusal(failure.value)));
  return {
    refusedAt: (field: PeerField) => (refusal.value?.field === field ? refusal.value.text : undefined),
    /** The message that belongs to no field. */
    general: computed(() =>
      refusal.value && refusal.value.field === undefined
        ? t("sync.form.failed", { reason: refusal.value.text })
        : undefined,
    ),
  };
}
