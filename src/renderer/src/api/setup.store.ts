import { defineStore } from "pinia";
import { ref, shallowRef } from "vue";
import type { z } from "zod";
import type { SetupBatch, SetupBatchCreate } from "../../../../server/contracts/setup-batch.ts";
import type {
  SetupApply,
  SetupCheck,
  SetupPair,
  SetupPlan,
  SetupPlanRequest,
  SetupProtect,
  SetupSession,
  SetupSessionCreate,
} from "../../../../server/contracts/setup.ts";
import { forgetTypedSettings } from "./kept-typing.ts";
import { type ApiResult, call, routes } from "./station.client.ts";

/** The USB set-up sessions that are open at the station, as the live connection reports them. */
export const useSetup = defineStore("setup", () => {
  const sessions = shallowRef<ReadonlyMap<string, SetupSession>>(new Map());
  /** Sessions that the station does not know, or no longer. */
  const ended = ref<ReadonlySet<string>>(new Set());

  /** Messages of the live connection and answers of the station may arrive in any order. */
  function apply(changed: readonly SetupSession[]): void {
    for (const { id, is_ended: isEnded } of changed) if (isEnded) markEnded(id);
    const current = changed.filter(
      ({ id, version }) => !ended.value.has(id) && version >= (sessions.value.get(id)?.version ?? 0),
    );
    sessions.value = new Map([...sessions.value, ...current.map((session) => [session.id, session] as const)]);
  }

  function markEnded(id: string): void {
    ended.value = new Set([...ended.value, id]);
    sessions.value = new Map([...sessions.value].filter(([known]) => known !== id));
  }

  /** Stores the session that an answer contains. */
  async function taking(request: Promise<ApiResult<SetupSession>>): Promise<ApiResult<SetupSession>> {
    const answer = await request;
    if (answer.kind === "ok") apply([answer.value]);
    return answer;
  }

  /** Requests a step of a known session, which may have ended without this page being notified. */
  async function stepping(id: string, request: Promise<ApiResult<SetupSession>>): Promise<ApiResult<SetupSession>> {
    const answer = await taking(request);
    if (answer.kind === "refused" && answer.status === 404) await load(id);
    return answer;
  }

  /** Asks the station for the session: after a reload, and after an outage of the live connection. */
  async function load(id: string): Promise<void> {
    const answer = await taking(call(routes.getSetupSession, { params: { id } }));
    if (answer.kind === "refused" && answer.status === 404) markEnded(id);
  }

  /** Asks for all open sessions. */
  async function refresh(): Promise<void> {
    const answer = await call(routes.listSetupSessions);
    if (answer.kind !== "ok") return;
    sessions.value = new Map();
    apply(answer.value);
    forgetTypedSettings(answer.value.map(({ id }) => id));
  }

  async function end(id: string): Promise<ApiResult<undefined>> {
    const answer = await call(routes.endSetupSession, { params: { id } });
    if (answer.kind === "ok" || (answer.kind === "refused" && answer.status === 404)) markEnded(id);
    return answer;
  }

  /** The newest batch; undefined before it was asked for, null where there was none. */
  const batch = shallowRef<SetupBatch | null>();

  function applyBatches(changed: readonly SetupBatch[]): void {
    for (const one of changed) {
      const { value: known } = batch;
      const isNewer =
        !known || (one.id === known.id ? one.version >= known.version : one.started_at >= known.started_at);
      if (isNewer) batch.value = one;
    }
  }

  async function loadBatch(): Promise<ApiResult<readonly SetupBatch[]>> {
    const answer = await call(routes.listSetupBatches);
    if (answer.kind === "ok") {
      applyBatches(answer.value.slice(0, 1));
      batch.value ??= null;
    }
    return answer;
  }

  async function takingBatch(request: Promise<ApiResult<SetupBatch>>): Promise<ApiResult<SetupBatch>> {
    const answer = await request;
    if (answer.kind === "ok") applyBatches([answer.value]);
    return answer;
  }

  async function plan(id: string, body: z.input<typeof SetupPlanRequest>): Promise<ApiResult<SetupPlan>> {
    const answer = await call(routes.planSetup, { params: { id }, body });
    if (answer.kind === "ok" || (answer.kind === "refused" && answer.status === 404)) await load(id);
    return answer;
  }

  return {
    sessions,
    ended,
    apply,
    load,
    refresh,
    end,
    plan,
    batch,
    applyBatches,
    loadBatch,
    beginBatch: (body: z.input<typeof SetupBatchCreate>) => takingBatch(call(routes.beginSetupBatch, { body })),
    endBatch: (id: string) => takingBatch(call(routes.endSetupBatch, { params: { id } })),
    open: (body: z.input<typeof SetupSessionCreate>) => taking(call(routes.openSetupSession, { body })),
    read: (id: string) => stepping(id, call(routes.readSetupValues, { params: { id } })),
    write: (id: string, body: z.input<typeof SetupApply>) =>
      stepping(id, call(routes.applySetup, { params: { id }, body })),
    restart: (id: string) => stepping(id, call(routes.restartSetupDevice, { params: { id } })),
    check: (id: string, body: z.input<typeof SetupCheck>) =>
      stepping(id, call(routes.checkSetupDevice, { params: { id }, body })),
    pair: (id: string, body: z.input<typeof SetupPair>) =>
      stepping(id, call(routes.pairSetupDevice, { params: { id }, body })),
    protect: (id: string, body: z.input<typeof SetupProtect>) =>
      stepping(id, call(routes.protectSetupDevice, { params: { id }, body })),
  };
});
