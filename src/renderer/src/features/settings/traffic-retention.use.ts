import { onMounted, ref } from "vue";
import { TrafficRetention } from "../../../../../server/contracts/traffic.ts";
import { call, routes } from "../../api/station.client.ts";
import { useStationReturn } from "../../api/station-return.use.ts";
import { reasonOf } from "../../api/reason.ts";

export type SaveOutcome =
  | { readonly kind: "saved" }
  | { readonly kind: "out_of_range" }
  | { readonly kind: "failed"; readonly reason: string };

/** For how many days traffic is kept, as typed and as saved. */
export function useTrafficRetention() {
  const typed = ref("");
  const saved = ref<string>();
  const isOutOfRange = ref(false);
  let isUnreachable = false;

  async function load(): Promise<void> {
    const answer = await call(routes.getTrafficRetention);
    isUnreachable = answer.kind === "unreachable";
    if (answer.kind !== "ok") return;
    saved.value = String(answer.value.max_age_days);
    typed.value = saved.value;
  }

  async function save(): Promise<SaveOutcome> {
    const parsed = TrafficRetention.safeParse({ max_age_days: typed.value.trim() === "" ? NaN : Number(typed.value) });
    isOutOfRange.value = !parsed.success;
    if (!parsed.success) return { kind: "out_of_range" };
    const answer = await call(routes.setTrafficRetention, { body: parsed.data });
    if (answer.kind !== "ok") return { kind: "failed", reason: reasonOf(answer) };
    saved.value = typed.value;
    return { kind: "saved" };
  }

  onMounted(load);
  useStationReturn(() => isUnreachable, load);
  return { typed, saved, isOutOfRange, save };
}
