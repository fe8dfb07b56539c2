import { defineStore } from "pinia";
import { shallowRef } from "vue";
import type { Output, OutputInput, OutputUpdate } from "../../../../server/contracts/outputs.ts";
import type { z } from "zod";
import { type ApiResult, call, routes } from "./station.client.ts";

const REFRESH_EVERY_MS = 2_000;

/** The outputs and their state, refreshed every two seconds while they are shown. */
export const useOutputs = defineStore("outputs", () => {
  const outputs = shallowRef<readonly Output[]>();
  const failure = shallowRef<Exclude<ApiResult<never>, { kind: "ok" | "cancelled" }>>();

  async function refresh(): Promise<void> {
    const answer = await call(routes.listOutputs);
    if (answer.kind === "ok") outputs.value = answer.value;
    failure.value = answer.kind === "ok" || answer.kind === "cancelled" ? undefined : answer;
  }

  function follow(): () => void {
    void refresh();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, REFRESH_EVERY_MS);
    return () => clearInterval(timer);
  }

  async function add(output: OutputInput): Promise<ApiResult<Output>> {
    const answer = await call(routes.createOutput, { body: output });
    await refresh();
    return answer;
  }

  async function edit(id: string, changes: z.input<typeof OutputUpdate>): Promise<ApiResult<Output>> {
    const answer = await call(routes.updateOutput, { params: { output_id: id }, body: changes });
    await refresh();
    return answer;
  }

  async function remove(id: string): Promise<ApiResult<undefined>> {
    const answer = await call(routes.removeOutput, { params: { output_id: id } });
    await refresh();
    return answer;
  }

  return { outputs, failure, refresh, follow, add, edit, remove };
});
