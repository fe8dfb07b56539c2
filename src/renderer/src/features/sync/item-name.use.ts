import { readFlightNoteName } from "../../../../../server/contracts/flight-title.ts";
import type { SyncConflict, SyncStep } from "../../../../../server/contracts/sync.ts";
import { usePreferences } from "../../ui/preferences.store.ts";
import { shownFlightName } from "../../ui/station-flight-name.ts";

type Named = Pick<SyncStep | SyncConflict, "kind" | "name">;

/** The name of an item or a conflict beside its kind, which says already that it is a note. */
export function useItemName(): (item: Named) => string {
  const preferences = usePreferences();
  return ({ kind, name }) => {
    switch (kind) {
      case "flight":
      case "track":
      case "states":
        return shownFlightName(name, preferences.zone);
      case "annotation":
        return shownFlightName(readFlightNoteName(name), preferences.zone);
      default:
        return name;
    }
  };
}
