import { computed, type Ref, ref } from "vue";
import { parseCoordinates } from "../../ui/coordinates.ts";
import { usePlaceFormat } from "./place-format.use.ts";

/**
 * A place as the text of a field: in the format of coordinates that the person has chosen, and as it was typed from then
 * on. The text itself stays what it was, as a format rounds.
 */
export function useTypedPlace(text: () => string): {
  readonly shown: Readonly<Ref<string>>;
  /** To be called with what is typed, before the text is set to it. */
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
