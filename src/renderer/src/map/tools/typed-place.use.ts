import { computed, type Ref, ref } from "vue";
import { parseCoordinates } from "../../ui/coordinates.ts";
import { usePlaceFormat } from "./place-format.use.ts";

/**
 * The text of a field for a place: at first in the person's format of coordinates, then as typed. The stored text is
 * changed only by typing, because a format rounds.
 */
export function useTypedPlace(text: () => string): {
  readonly shown: Readonly<Ref<string>>;
  /** Call with the typed text before it is stored. */
  readonly typed: (now: string) => void;
} {
  const format = usePlaceFormat();
  const last = ref<string>();
  const shown = computed(() => {
    const now = text();
    const place = now === last.value ? undefined : parseCoordinates(now);
    return place ? format(place) : now;
  });
  return { shown, typed: (now) => (last.value = now) };
}
