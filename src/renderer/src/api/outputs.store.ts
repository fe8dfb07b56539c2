import { defineStore } from "pinia";
import type { z } from "zod";
import type { OutputInput, OutputUpdate } from "../../../../server/contracts/outputs.ts";
import { useFollowedList } from "./followed-list.use.ts";
import { call, routes } from "./station.client.ts";

/** The outputs and their state, refreshed while they are shown. */
export const useOutputs = defineStore("outputs", () => {
  const { list: outputs, failure, refresh, follow, change } = useFollowedList(() => call(routes.listOutputs));

  const add = (output: OutputInput) => change(call(routes.createOutput, { body: output }));
  const edit = (id: string, changes: z.input<typeof OutputUpdate>) =>
    change(call(routes.updateOutput, { params: { output_id: id }, body: changes }));
  const remove = (id: string) => change(call(routes.removeOutput, { params: { output_id: id } }));

  return { outputs, failure, refresh, follow, add, edit, remove };
});
