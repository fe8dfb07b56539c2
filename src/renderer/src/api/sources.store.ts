import { defineStore } from "pinia";
import { computed } from "vue";
import type { z } from "zod";
import type { SourceCreate, SourceUpdate } from "../../../../server/contracts/sources.ts";
import { useFollowedList } from "./followed-list.use.ts";
import { call, routes } from "./station.client.ts";

/** The sources and their state, refreshed for as long as the console is open. */
export const useSources = defineStore("sources", () => {
  const { list: sources, failure, refresh, follow, change } = useFollowedList(() => call(routes.listSources));
  const enabled = computed(() => sources.value?.filter((source) => source.enabled) ?? []);
  const running = computed(() => enabled.value.filter(({ state }) => state === "running" || state === "finished"));

  const add = (source: z.input<typeof SourceCreate>) => change(call(routes.createSource, { body: source }));
  const edit = (id: string, changes: z.input<typeof SourceUpdate>) =>
    change(call(routes.updateSource, { params: { source_id: id }, body: changes }));
  const remove = (id: string) => change(call(routes.removeSource, { params: { source_id: id } }));

  return { sources, failure, enabled, running, refresh, follow, add, edit, remove };
});
