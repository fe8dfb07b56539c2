import { computed, shallowRef } from "vue";
import { reasonOf } from "../../api/reason.ts";
import type { ApiResult } from "../../api/station.client.ts";
import { useText } from "../../text/index.ts";
import { type PeerField, readRefusal } from "./peer-draft.ts";

type Refusal = { readonly field: PeerField | undefined; readonly text: string };

/** Splits the station's refusal of a peer by field, so that each message is shown beside its field. */
export function usePeerRefusal() {
  const { t, fromStation } = useText();
  const refusal = shallowRef<Refusal>();

  function textOf(answer: Exclude<ApiResult<unknown>, { readonly kind: "ok" }>): Refusal {
    const { field, text } = readRefusal(answer.kind === "refused" ? answer.message : "");
    if (field === undefined) return { field, text: reasonOf(answer) };
    const sentence = fromStation(text);
    return { field, text: sentence.charAt(0).toUpperCase() + sentence.slice(1) };
  }

  return {
    /** Shows why the station did not accept the peer; nothing if it did. */
    show(answer: ApiResult<unknown>): void {
      refusal.value = answer.kind === "ok" ? undefined : textOf(answer);
    },
    clear(): void {
      refusal.value = undefined;
    },
    refusedAt: (field: PeerField) => (refusal.value?.field === field ? refusal.value.text : undefined),
    /** The message that belongs to no field. */
    general: computed(() =>
      refusal.value && refusal.value.field === undefined
        ? t("sync.form.failed", { reason: refusal.value.text })
        : undefined,
    ),
  };
}
