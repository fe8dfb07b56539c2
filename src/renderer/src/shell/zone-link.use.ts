import { nextTick, onMounted, watch } from "vue";
import { reasonOf } from "../api/reason.ts";
import { call, routes } from "../api/station.client.ts";
import type { ZoneLayer } from "../features/zones/zone-layer.use.ts";
import type { LatLon } from "../tracks/mercator.ts";
import { useText } from "../text/index.ts";
import { usePreferences } from "../ui/preferences.store.ts";
import { useQueryText } from "../ui/query-text.ts";
import { useToasts } from "../ui/toasts.store.ts";

export interface ZoneLink {
  /** Shows the card of zones that were clicked on, and clears the zone of the address. */
  choose(ids: readonly string[]): void;
  /** Brings a zone into view, shows its card and writes it to the address. */
  show(id: string): void;
}

/** Brings the zone of the address into view and shows its card. */
export function useZoneLink(layer: ZoneLayer, fit: (places: readonly LatLon[]) => void): ZoneLink {
  const { t } = useText();
  const preferences = usePreferences();
  const toasts = useToasts();
  const zone = useQueryText("zone", "");

  async function showOnMap(id: string): Promise<void> {
    if (id === "") return;
    const answer = await call(routes.getZone, { params: { zone_id: id } });
    if (zone.value !== id || answer.kind === "cancelled") return;
    if (answer.kind !== "ok") return toasts.show(t("zones.failed", { reason: reasonOf(answer) }), "danger");
    preferences.zones = true;
    layer.chosenIds.value = [id];
    const outline = answer.value.geometry.coordinates.flatMap(([ring = []]) => ring);
    await nextTick();
    fit(outline.map(([longitude = 0, latitude = 0]) => ({ latitude, longitude })));
  }

  onMounted(() => showOnMap(zone.value));
  watch(zone, showOnMap);
  return {
    choose(ids) {
      layer.chosenIds.value = ids;
      zone.value = "";
    },
    show(id) {
      if (zone.value === id) void showOnMap(id);
      else zone.value = id;
    },
  };
}
