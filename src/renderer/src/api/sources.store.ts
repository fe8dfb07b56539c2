import { defineStore } from "pinia";
import { computed, shallowRef } from "vue";
import type { Source, SourceCreate, SourceUpdate } from "../../../../server/contracts/station.ts";
import type { z } from "zod";
import { type ApiResult, call, routes } from "./station.client.ts";

const REFRESH_EVERY_MS = 2_000;

/** The sources and their state, refreshed every two seconds. */
export const useSources = defineStore("sources", () => {
  const sources = shallowRef<readonly Source[]>();
  const failure = shallowRef<Exclude<ApiResult<never>, { kind: "ok" | "cancelled" }>>();
  const enabled = computed(() => sources.value?.filter((source) => source.enabled) ?? []);
  const running = computed(() => enabled.value.filter(({ state }) => state === "running" || state === "finished"));

  async function refresh(): Promise<void> {
    const answer = await call(routes.listSources);
    if (answer.kind === "ok") sources.value = answer.value;
    failure.value = answer.kind === "ok" || answer.kind === "cancelled" ? undefined : answer;
  }

  /** Keeps the list fresh for as long as the console is open. */
  function follow(): () => void {
    void refresh();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, REFRESH_EVERY_MS);
    return () => clearInterval(timer);
  }

  async function add(source: z.input<typeof SourceCreate>): Promise<ApiResult<Source>> {
    const answer = await call(routes.createSource, { body: source });
    await refresh();
    return answer;
  }

  async function edit(id: string, changes: z.input<typeof SourceUpdate>): Promise<ApiResult<Source>> {
    const answer = await call(routes.updateSource, { params: { source_id: id }, body: changes });
    await refresh();
    return answer;
  }

  const setEnabled = (id: string, isEnabled: boolean) => edit(id, { enabled: isEnabled });
  const setWithStation = (id: string, isWith: boolean) => edit(id, { with_station: isWith });

  async function remove(id: string): Promise<ApiResult<undefined>> {
    const answer = await call(routes.removeSource, { params: { source_id: id } });
    await refresh();
    return answer;
  }

  return { sources, failure, enabled, running, refresh, follow, add, edit, setEnabled, setWithStation, remove };
});
