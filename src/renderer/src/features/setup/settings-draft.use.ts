import { computed, type ComputedRef, ref, type Ref, watch } from "vue";
import type { SetupPlan, SetupPlanRequest, SetupSession, SetupValue } from "../../../../../server/contracts/setup.ts";
import { useSetup } from "../../api/setup.store.ts";
import type { ApiResult } from "../../api/station.client.ts";
import { useText } from "../../text/index.ts";
import { type Draft, type DraftState, validateDraft } from "./value-draft.rules.ts";

export const FROM_PERSON = "person";
export const FROM_SET = "configuration_set";

export interface UasIdDraft {
  id: string;
  idType: number;
  uaType: number;
}

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
  type(name: string, text: string): void;
  undo(name: string): void;
  plan(id: string): Promise<ApiResult<SetupPlan>>;
}

const NO_UAS_ID: Readonly<UasIdDraft> = { id: "", idType: 1, uaType: 2 };

/**
 * The settings that a person wants for the device, before the station has planned the changes. Kept during the session,
 * whichever step is in view, until all of them were written.
 */
export function useSettingsDraft(session: () => SetupSession | undefined): SettingsDraft {
  const setup = useSetup();
  const { fromStation } = useText();
  const source = ref(FROM_PERSON);
  const draft = ref<Draft>({});
  const uasId = ref<UasIdDraft>({ ...NO_UAS_ID });
  const key = ref("");
  const search = ref("");
  watch([() => session()?.id, () => session()?.state === "done"], ([id, isDone], [idBefore]) => {
    if (id !== idBefore || isDone) clear();
  });

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

  function clear(): void {
    source.value = FROM_PERSON;
    draft.value = {};
    uasId.value = { ...NO_UAS_ID };
    key.value = "";
    search.value = "";
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
    type(name, text) {
      draft.value = { ...draft.value, [name]: text };
    },
    undo(name) {
      draft.value = Object.fromEntries(Object.entries(draft.value).filter(([known]) => known !== name));
    },
    plan: (id) => setup.plan(id, request()),
  };
}
