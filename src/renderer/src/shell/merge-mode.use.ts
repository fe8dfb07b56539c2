import { type Ref, shallowRef } from "vue";
import type { OperationView } from "../features/operation/operation-view.ts";
import { primaryIdentifier } from "../tracks/identity.ts";
import { useText } from "../text/index.ts";

export interface NamedOperation {
  readonly id: string;
  readonly name: string;
}

export interface MergeMode {
  /** The flight that another one is to become part of; undefined while nobody merges. */
  readonly kept: Readonly<Ref<NamedOperation | undefined>>;
  /** The other flight, once something else than the kept one is looked at. */
  otherOf(view: OperationView | undefined): NamedOperation | undefined;
  begin(view: OperationView): void;
  /** Looks at the kept flight again. */
  end(): void;
}

/** While flights are merged the list and the map go on as ever: what is looked at is the other flight. */
export function useMergeMode(selected: Ref<string>): MergeMode {
  const { t } = useText();
  const kept = shallowRef<NamedOperation>();
  const named = ({ id, operation }: OperationView): NamedOperation => ({
    id,
    name: primaryIdentifier(operation) ?? t("live.unknownAircraft"),
  });
  return {
    kept,
    otherOf: (view) => (view && view.id !== kept.value?.id ? named(view) : undefined),
    begin: (view) => {
      kept.value = named(view);
    },
    end: () => {
      if (kept.value) selected.value = kept.value.id;
      kept.value = undefined;
    },
  };
}
