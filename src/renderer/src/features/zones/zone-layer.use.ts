import { watchDebounced } from "@vueuse/core";
import { computed, type ComputedRef, type Ref, ref, watch } from "vue";
import type { ZoneProperties } from "../../../../../server/contracts/zones.ts";
import { useLoaded } from "../../api/loaded.use.ts";
import { reasonOf } from "../../api/reason.ts";
import type { ViewBox } from "../../map/viewport.ts";
import type { ZoneShape } from "../../map/zones.draw.ts";
import { useText } from "../../text/index.ts";
import { usePreferences } from "../../ui/preferences.store.ts";
import { type RestrictedZone, restrictedZonesOf } from "./zone-marks.ts";
import { strictestFirst } from "./zone-text.ts";
import { type LoadedZone, loadZones, MAX_ZONES } from "./zones-in-box.ts";

const DEBOUNCE_MS = 400;
/** In a wider view the zones of a country cannot be told apart. */
const MAX_WIDTH_DEGREES = 20;

export interface ZoneLayer {
  readonly shapes: ComputedRef<readonly ZoneShape[]>;
  /** The zones that are drawn, the strictest first. */
  readonly inView: ComputedRef<readonly ZoneProperties[]>;
  /** Restricted and prohibited zones, even while zones are hidden, because aircraft inside them are always marked. */
  readonly restricted: ComputedRef<readonly RestrictedZone[]>;
  /** Whether the zones were loaded: until then their number is not known. */
  readonly isKnown: ComputedRef<boolean>;
  /** Whether the latest request for them failed. */
  readonly isFailed: ComputedRef<boolean>;
  /** Why zones are missing, as a sentence; empty when none is. */
  readonly notice: ComputedRef<string>;
  /** The view is too wide for zones. */
  readonly isWide: ComputedRef<boolean>;
  /** The zones over the position that was clicked. */
  readonly chosen: ComputedRef<readonly ZoneProperties[]>;
  readonly chosenIds: Ref<readonly string[]>;
  setView(box: ViewBox): void;
}

/** The zones in view, as long as the person wants to see them. */
export function useZoneLayer(): ZoneLayer {
  const { t } = useText();
  const preferences = usePreferences();
  const box = ref<ViewBox>();
  const chosenIds = ref<readonly string[]>([]);
  const isWide = computed(() => box.value !== undefined && box.value.east - box.value.west > MAX_WIDTH_DEGREES);
  const loaded = useLoaded<readonly LoadedZone[]>(async (signal) =>
    box.value ? await loadZones(box.value, signal) : { kind: "ok", value: [] },
  );
  const isShown = computed(() => preferences.zones && !isWide.value);
  const known = computed(() => (isWide.value ? [] : (loaded.value.value ?? [])));
  const zones = computed(() => (isShown.value ? known.value : []));

  const load = () => (box.value && !isWide.value ? loaded.load() : undefined);
  watchDebounced(box, load, { debounce: DEBOUNCE_MS });
  watch(
    () => preferences.zones,
    (isOn) => {
      if (!isOn) chosenIds.value = [];
    },
  );

  return {
    shapes: computed(() => zones.value.map(({ shape }) => shape)),
    inView: computed(() => strictestFirst(zones.value.map(({ properties }) => properties))),
    isKnown: computed(() => loaded.value.value !== undefined),
    isFailed: computed(() => loaded.failure.value !== undefined),
    restricted: computed(() => restrictedZonesOf(known.value)),
    notice: computed(() => {
      if (!isShown.value) return "";
      if (loaded.failure.value) return t("zones.failed", { reason: reasonOf(loaded.failure.value) });
      return zones.value.length >= MAX_ZONES ? t("zones.cut", { n: MAX_ZONES }) : "";
    }),
    chosen: computed(() =>
      zones.value.filter(({ shape }) => chosenIds.value.includes(shape.id)).map(({ properties }) => properties),
    ),
    isWide,
    chosenIds,
    setView(next) {
      box.value = next;
    },
  };
}
