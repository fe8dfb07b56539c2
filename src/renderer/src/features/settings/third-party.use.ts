import { computed, type ComputedRef, ref, type Ref, shallowRef } from "vue";
import { loadThirdParty, type ThirdPartyPackage } from "../../api/third-party.ts";

export interface ThirdPartyState {
  readonly isOpen: Ref<boolean>;
  /** The search text of the list. */
  readonly search: Ref<string>;
  readonly all: Readonly<Ref<readonly ThirdPartyPackage[] | undefined>>;
  readonly found: ComputedRef<readonly ThirdPartyPackage[]>;
  readonly hasFailed: Readonly<Ref<boolean>>;
  open(): Promise<void>;
}

/** The third-party packages, loaded on demand. */
export function useThirdParty(): ThirdPartyState {
  const isOpen = ref(false);
  const search = ref("");
  const hasFailed = ref(false);
  const all = shallowRef<readonly ThirdPartyPackage[]>();
  return {
    isOpen,
    search,
    all,
    hasFailed,
    found: computed(() => {
      const words = search.value.trim().toLowerCase();
      return (all.value ?? []).filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(words));
    }),
    async open() {
      isOpen.value = true;
      all.value ??= await loadThirdParty();
      hasFailed.value = all.value === undefined;
    },
  };
}
