import { onScopeDispose, type Ref, shallowRef, watch } from "vue";
import type { FusionEdit } from "../../../../../server/contracts/fusion.ts";
import { onOperationChange } from "../../api/operation-changes.ts";
import { call, routes } from "../../api/station.client.ts";
import { useStationReturn } from "../../api/station-return.use.ts";

/**
 * The splits and merges of an operation, the newest first; updated after every change, of a person and of the station.
 * `suboperationIds` changes with what the operation is made of.
 */
export function useFusionHistory(
  id: () => string,
  suboperationIds: () => string,
): Readonly<Ref<readonly FusionEdit[]>> {
  const edits = shallowRef<readonly FusionEdit[]>([]);
  let loading: AbortController | undefined;
  let isUnreachable = false;

  async function load(): Promise<void> {
    loading?.abort();
    const controller = new AbortController();
    loading = controller;
    const params = { operation_id: id() };
    const answer = await call(routes.listFusionEdits, { params, signal: controller.signal });
    if (controller.signal.aborted) return;
    isUnreachable = answer.kind === "unreachable";
    if (answer.kind === "ok") edits.value = answer.value;
  }

  watch(
    id,
    () => {
      edits.value = [];
      void load();
    },
    { immediate: true },
  );
  watch(suboperationIds, () => void load());
  onScopeDispose(
    onOperationChange(({ isRebuilt }) => {
      if (isRebuilt) void load();
    }),
  );
  onScopeDispose(() => loading?.abort());
  useStationReturn(() => isUnreachable, load);
  return edits;
}
