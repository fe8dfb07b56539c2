import { onMounted } from "vue";
import type { SyncConflict } from "../../../../../server/contracts/sync.ts";
import { useAircraftChoices } from "../../api/aircraft-choices.use.ts";
import { usePlaceFormat } from "../../map/tools/place-format.use.ts";
import { usePreferences } from "../../ui/preferences.store.ts";
import { valueText } from "./conflict-text.ts";

/** The values of one field of a conflict, for a person; an aircraft by its name. */
export function useConflictValues(conflict: () => SyncConflict, field: () => string): (value: unknown) => string {
  const preferences = usePreferences();
  const place = usePlaceFormat();
  const aircraft = useAircraftChoices(() => undefined);
  onMounted(() => (field() === "default_aircraft_override" ? aircraft.load() : undefined));
  return (value) =>
    aircraft.value.value?.find(({ id }) => id === value)?.name ??
    valueText(conflict().kind, field(), value, { units: preferences.units, place });
}
