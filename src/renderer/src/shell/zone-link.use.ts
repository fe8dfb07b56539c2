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
  /** Names zones that were pointed at, and lets go of the one in the address. */
  choose(ids: readonly string[]): void;
  /** Brings a zone into view and names it; it stands in the address then. */
  show(id: string): void;
}

/** A zone in the address is brought into view and named. */
export function useZoneLink(layer: ZoneLayer, fit: (places: readonly LatLon[]) => void): ZoneLink {
  const { t } = useText();
  const preferences = usePreferences();
  const toasts = useToasts();
  const zone = useQueryText("zone", "");

  async function bring(id: string): Promise<void> {
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

  onMounted(() => bring(zone.value));
  watch(zone, bring);
  return {
    choose(ids) {
      layer.chosenIds.value = ids;
      zone.value = "";
    },
    show(id) {
      if (zone.value === id) void bring(id);
      else zone.value = id;
    },
  };
}
