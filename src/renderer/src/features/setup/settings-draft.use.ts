import { computed, type ComputedRef, ref, type Ref, watch } from "vue";
import type {
  SetupPlan,
  SetupPlanRequest,
  SetupSession,
  SetupSnapshot,
  SetupValue,
} from "../../../../../server/contracts/setup.ts";
import { useLoaded } from "../../api/loaded.use.ts";
import { useSetup } from "../../api/setup.store.ts";
import { type ApiResult, call, routes } from "../../api/station.client.ts";
import { useText } from "../../text/index.ts";
import { type Draft, type DraftState, judgeDraft } from "./value-draft.rules.ts";

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
  readonly snapshots: ComputedRef<readonly SetupSnapshot[]>;
  /** How many changes would be asked for; undefined where the station works them out. */
  readonly changeCount: ComputedRef<number | undefined>;
  type(name: string, text: string): void;
  undo(name: string): void;
  plan(): Promise<ApiResult<SetupPlan>>;
}

/** What a person wants of the device, before the station has planned it. */
export function useSettingsDraft(session: () => SetupSession): SettingsDraft {
  const setup = useSetup();
  const { fromStation } = useText();
  const source = ref(FROM_PERSON);
  const draft = ref<Draft>({});
  const uasId = ref<UasIdDraft>({ id: "", idType: 1, uaType: 2 });
  const key = ref("");
  const search = ref("");
  const serial = () => session().identity?.serial_number ?? null;
  const loaded = useLoaded((signal) =>
    call(routes.listSetupSnapshots, { query: { serial_number: serial() ?? "" }, signal }),
  );
  watch(
    serial,
    (known) => {
      if (known !== null) void loaded.load();
    },
    { immediate: true },
  );

  const values = computed(() => session().values ?? []);
  const state = computed(() => judgeDraft(values.value, draft.value));
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
    snapshots: computed(() => loaded.value.value ?? []),
    type(name, text) {
      draft.value = { ...draft.value, [name]: text };
    },
    undo(name) {
      draft.value = Object.fromEntries(Object.entries(draft.value).filter(([known]) => known !== name));
    },
    plan: () => setup.plan(session().id, request()),
  };
}
