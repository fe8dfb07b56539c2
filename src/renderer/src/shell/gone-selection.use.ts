import { onScopeDispose, type Ref, shallowRef } from "vue";
import { onOperationChange } from "../api/operation-changes.ts";

/**
 * Clears the selection of an operation that the person has deleted or merged into another one. Returns a function that
 * tells whether an id is one of these: until the address has changed it is still selected, but must not be requested.
 */
export function useGoneSelection(selected: Ref<string>): (id: string) => boolean {
  const gone = shallowRef<readonly string[]>([]);
  onScopeDispose(
    onOperationChange((change) => {
      gone.value = change.gone;
      if (change.gone.includes(selected.value)) selected.value = "";
    }),
  );
  return (id) => gone.value.includes(id);
}
