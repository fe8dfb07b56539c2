import { onScopeDispose, type Ref, shallowRef } from "vue";
import { onOperationChange } from "../api/operation-changes.ts";

/**
 * Ends the choice of an operation that the person has deleted, or merged into another one. Gives whether an id is one of
 * these: until the address has changed it is still the chosen one, and the station is not to be asked for it.
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
