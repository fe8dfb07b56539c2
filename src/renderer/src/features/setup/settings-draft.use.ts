import { computed, type ComputedRef, ref, type Ref, watch } from "vue";
import type { SetupPlan, SetupPlanRequest, SetupSession, SetupValue } from "../../../../../server/contracts/setup.ts";
import { setupKeyOf } from "../../api/kept-typing.ts";
import { useSetup } from "../../api/setup.store.ts";
import type { ApiResult } from "../../api/station.client.ts";
import { useText } from "../../text/index.ts";
import { plainCopy } from "../../ui/draft.rules.ts";
import {
  FROM_PERSON,
  keptTextOf,
  NOTHING_TYPED,
  readKeptText,
  type TypedSettings,
  type UasIdDraft,
} from "./typed-settings.rules.ts";
import { type Draft, type DraftState, validateDraft } from "./value-draft.rules.ts";

export const FROM_SET = "configuration_set";

export interface SettingsDraft {
  /** Where the values come from: typed, the configuration set, or the id of a snapshot. */
  readonly source: Ref<string>;
  readonly draft: Ref<Draft>;
  readonly state: ComputedRef<DraftState>;
  readonly uasId: Ref<UasIdDraft>;
  readonly key: Ref<string>;
  readonly search: Ref<string>;
  readonly shown: ComputedRef<readonly SetupValue[]>;
  /** The number of requested changes; undefined if the station computes them. */
  readonly changeCount: ComputedRef<number | undefined>;
  /** Whether it was typed before a reload, or before another page was visited. */
  readonly isRestored: Readonly<Ref<boolean>>;
  /** Goes back to the values of the device. */
  discard(): void;
  type(name: string, text: string): void;
  undo(name: string): void;
  plan(id: string): Promise<ApiResult<SetupPlan>>;
}

/**
 * The settings that a person wants for the device, before the station has planned the changes. Kept during the session,
 * whichever step or page is in view, and through a reload, until all of them were written. Secrets are not kept.
 */
export function useSettingsDraft(session: () => SetupSession | undefined): SettingsDraft {
  const setup = useSetup();
  const { fromStation } = useText();
  const source = ref(FROM_PERSON);
  const draft = ref<Draft>({});
  const uasId = ref<UasIdDraft>({ ...NOTHING_TYPED.uasId });
  const key = ref("");
  const search = ref("");
  const isRestored = ref(false);
  /** What the station has planned, as text. */
  let planned: string | undefined;
  watch(
    [() => session()?.id, () => session()?.state === "done"],
    ([id, isDone], [idBefore]) => {
      if (idBefore !== undefined && idBefore !== id) sessionStorage.removeItem(setupKeyOf(idBefore));
      // A session is also done again after a restart: only what was written is forgotten, not what was typed since.
      if (id !== idBefore) restore(id, isDone);
      else if (isDone && id !== undefined && textOf() === planned) {
        sessionStorage.removeItem(setupKeyOf(id));
        discard();
      }
    },
    { immediate: true },
  );
  watch([source, draft, uasId], keep, { deep: true });

  const values = computed(() => session()?.values ?? []);
  const state = computed(() => validateDraft(values.value, draft.value));
  const shown = computed(() => {
    const words = search.value.trim().toLowerCase().split(/\s+/);
    return values.value.filter(({ name, description }) =>
      words.every((word) => `${name} ${fromStation(description ?? "")}`.toLowerCase().includes(word)),
    );
  });
  const changeCount = computed(() => {
    if (source.value !== FROM_PERSON) return undefined;
    return Object.keys(state.value.values).length + (uasId.value.id.trim() === "" ? 0 : 1);
  });

  function textOf(): string {
    return JSON.stringify([source.value, draft.value, uasId.value]);
  }

  function restore(id: string | undefined, isDone: boolean): void {
    const stored = id === undefined ? undefined : readKeptText(sessionStorage.getItem(setupKeyOf(id)));
    // It may have been written while another page was in view.
    const kept = isDone && stored?.isPlanned === true ? undefined : stored;
    show(kept ?? NOTHING_TYPED);
    planned = kept?.isPlanned === true ? textOf() : undefined;
    isRestored.value = kept !== undefined;
  }

  function discard(): void {
    show(NOTHING_TYPED);
    planned = undefined;
    isRestored.value = false;
  }

  function show(typed: TypedSettings): void {
    source.value = typed.source;
    draft.value = typed.draft;
    uasId.value = plainCopy(typed.uasId);
    key.value = "";
    search.value = "";
  }

  function keep(): void {
    const { id, values: known } = session() ?? {};
    // Before the device was read it is not known which values are secret.
    if (id === undefined || !known) return;
    const typed = { source: source.value, draft: draft.value, uasId: uasId.value, isPlanned: textOf() === planned };
    const text = keptTextOf(typed, known);
    if (text === undefined) sessionStorage.removeItem(setupKeyOf(id));
    else sessionStorage.setItem(setupKeyOf(id), text);
  }

  function request(): SetupPlanRequest {
    const { id, idType, uaType } = uasId.value;
    const wanted =
      source.value === FROM_PERSON
        ? { values: state.value.values }
        : source.value === FROM_SET
          ? { configuration_set: true as const }
          : { snapshot_id: source.value };
    return {
      ...wanted,
      ...(id.trim() === "" ? {} : { uas_id: { id: id.trim(), id_type: idType, ua_type: uaType } }),
      ...(key.value.trim() === "" ? {} : { key: key.value.trim() }),
    };
  }

  return {
    source,
    draft,
    state,
    uasId,
    key,
    search,
    shown,
    changeCount,
    isRestored,
    discard,
    type(name, text) {
      draft.value = { ...draft.value, [name]: text };
    },
    undo(name) {
      draft.value = Object.fromEntries(Object.entries(draft.value).filter(([known]) => known !== name));
    },
    async plan(id) {
      planned = textOf();
      const answer = await setup.plan(id, request());
      if (answer.kind !== "ok") planned = undefined;
      keep();
      return answer;
    },
  };
}
