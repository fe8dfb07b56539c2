import { type Ref, shallowRef } from "vue";
import type { OperationView } from "../features/operation/operation-view.ts";
import { primaryIdentifier } from "../tracks/identity.ts";
import { useText } from "../text/index.ts";

export interface NamedOperation {
  readonly id: string;
  readonly name: string;
}

export interface MergeMode {
  /** The operation into which another one is merged; undefined outside of the merge mode. */
  readonly kept: Readonly<Ref<NamedOperation | undefined>>;
  /** The operation that is merged into `kept`, once it is selected. */
  otherOf(view: OperationView | undefined): NamedOperation | undefined;
  begin(view: OperationView): void;
  /** Selects the kept operation again. */
  end(): void;
}

/** In the merge mode the list and the map work as usual: the operation that is selected there is the other one. */
export function useMergeMode(selected: Ref<string>): MergeMode {
  const { t } = useText();
  const kept = shallowRef<NamedOperation>();
  const toNamedOperation = ({ id, operation }: OperationView): NamedOperation => ({
    id,
    name: primaryIdentifier(operation) ?? t("live.unknownAircraft"),
  });
  return {
    kept,
    otherOf: (view) => (view && view.id !== kept.value?.id ? toNamedOperation(view) : undefined),
    begin: (view) => {
      kept.value = toNamedOperation(view);
    },
    end: () => {
      if (kept.value) selected.value = kept.value.id;
      kept.value = undefined;
    },
  };
}
