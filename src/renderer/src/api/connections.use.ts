import { computed, type ComputedRef } from "vue";
import { useText } from "../text/index.ts";
import { usePendingRemovals } from "../ui/pending-removals.store.ts";
import { useToasts } from "../ui/toasts.store.ts";
import { reasonOf } from "./reason.ts";
import type { ApiResult, Unsuccessful } from "./station.client.ts";

export interface Connection {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
}

export interface ConnectionStore {
  edit(id: string, changes: { readonly enabled: boolean }): Promise<ApiResult<unknown>>;
  remove(id: string): Promise<ApiResult<unknown>>;
}

export interface Connections<C extends Connection> {
  /** Those that are not being removed. */
  readonly listed: ComputedRef<readonly C[] | undefined>;
  setEnabled(one: C, isEnabled: boolean): Promise<void>;
  /** Switches it off at once; it can be switched on again until the removal is final. */
  remove(one: C): void;
  /** Shows why a change was not made. */
  showFailure(answer: Unsuccessful): void;
}

/** The sources of the station, or its outputs: switched on and off, and removed. */
export function useConnections<C extends Connection>(
  all: () => readonly C[] | undefined,
  store: ConnectionStore,
): Connections<C> {
  const { t } = useText();
  const toasts = useToasts();
  const removals = usePendingRemovals();

  async function setEnabled({ id }: C, isEnabled: boolean): Promise<void> {
    const answer = await store.edit(id, { enabled: isEnabled });
    if (answer.kind !== "ok") showFailure(answer);
  }

  function remove(one: C): void {
    const { id, name, enabled } = one;
    const stopped = enabled ? setEnabled(one, false) : undefined;
    const undo = async (): Promise<void> => {
      await stopped;
      await setEnabled(one, true);
    };
    removals.remove({ id, name, remove: () => carryOut(one), ...(enabled ? { undo } : {}) });
  }

  async function carryOut({ id, name }: C): Promise<void> {
    const answer = await store.remove(id);
    if (answer.kind === "ok") toasts.show(t("connections.removed", { name }));
    else showFailure(answer);
  }

  function showFailure(answer: Unsuccessful): void {
    if (answer.kind !== "cancelled") toasts.show(reasonOf(answer), "danger");
  }

  return {
    listed: computed(() => all()?.filter(({ id }) => !removals.isPending(id))),
    setEnabled,
    remove,
    showFailure,
  };
}
