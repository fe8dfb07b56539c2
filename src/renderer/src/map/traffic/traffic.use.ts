import type L from "leaflet";
import { onScopeDispose, shallowRef, watch } from "vue";
import { useText } from "../../text/index.ts";
import type { TrafficMark, TrafficReader } from "../../tracks/traffic-collection.ts";
import { usePreferences } from "../../ui/preferences.store.ts";
import { formatHeight } from "../../ui/units.ts";
import { trackPalettes } from "../palettes.ts";
import { useMapTools } from "../tools/map-tools.store.ts";
import { type View, ViewLayer } from "../view.layer.ts";
import { type DrawnTraffic, drawTraffic, trafficAt } from "./traffic.draw.ts";

const PANE = "traffic";
/** Under the drones: they are what the map is about. */
const PANE_ORDER = 445;

/** The aircraft with a crew on a map, and the selected one. */
export interface MapTraffic {
  readonly reader: TrafficReader;
  readonly nowMs: () => number;
}

/** Draws aircraft with a crew on a map until the component is unmounted, unless they are switched off. */
export function useTrafficLayer(options: {
  readonly traffic: () => MapTraffic | undefined;
  readonly selectedIcao: () => string | undefined;
  /** Called for each click on the map, with the clicked aircraft if there is one. */
  readonly onClick: (icao: string | undefined) => void;
}): { readonly attach: (map: L.Map) => void } {
  const { t, labelFor } = useText();
  const preferences = usePreferences();
  const tools = useMapTools();
  const map = shallowRef<L.Map>();
  let drawn: readonly DrawnTraffic[] = [];
  let stopListening: (() => void) | undefined;

  const draw = (view: View): void => {
    const shown = options.traffic();
    if (shown === undefined) return;
    drawn = drawTraffic(view, {
      marks: shown.reader.marks.values(),
      nowMs: shown.nowMs(),
      palette: trackPalettes[preferences.mode],
      selectedIcao: options.selectedIcao(),
      labelOf,
    });
    const element = map.value?.getContainer();
    if (element) element.dataset["traffic"] = String(drawn.length);
  };
  // Not empty while the previous drawing must still be cleared.
  const layer = new ViewLayer(PANE, draw, {
    isEmpty: () => drawn.length + (options.traffic()?.reader.marks.size ?? 0) === 0,
  });

  function labelOf({ record }: TrafficMark): readonly [string, string] {
    const { callsign, icao, altitude_m: heightM, altitude_reference: reference } = record;
    if (reference === "AGL" && heightM === 0) return [callsign ?? icao, t("traffic.onGround")];
    if (heightM === null || reference === null) return [callsign ?? icao, ""];
    const above = reference === "pressure" ? labelFor("height", reference) : reference;
    return [callsign ?? icao, `${formatHeight(heightM, preferences.units)} ${above}`];
  }

  function stop(): void {
    stopListening?.();
    stopListening = undefined;
    layer.remove();
    drawn = [];
    delete map.value?.getContainer().dataset["traffic"];
  }

  watch([map, options.traffic, () => tools.isTrafficOn] as const, ([now, shown, isOn]) => {
    stop();
    if (now === undefined || shown === undefined || !isOn) return;
    layer.addTo(now);
    stopListening = shown.reader.onChange(() => layer.requestRedrawSoon());
  });
  watch([options.selectedIcao, () => preferences.mode, () => preferences.units], () => {
    if (stopListening !== undefined) layer.requestRedraw();
  });
  onScopeDispose(() => stopListening?.());

  return {
    attach(attached) {
      const pane = attached.createPane(PANE);
      pane.style.zIndex = String(PANE_ORDER);
      pane.style.pointerEvents = "none";
      attached.on("click", ({ containerPoint }) => options.onClick(trafficAt(drawn, containerPoint)));
      map.value = attached;
    },
  };
}
