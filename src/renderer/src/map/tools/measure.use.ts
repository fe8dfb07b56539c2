import { computed, type ComputedRef, type Ref, ref } from "vue";
import type { LatLon } from "../../tracks/mercator.ts";
import { formatDistance, formatHeading, type UnitSystem } from "../../ui/units.ts";
import { measure, type Measurement, ringAround } from "./measurement.ts";
import { ringRadii } from "./range-rings.ts";
import type { SensorPlace } from "./sensor-places.use.ts";
import type { ToolEvents } from "./tools.layer.ts";
import type { ToolScene } from "./tools.draw.ts";

export interface MeasureTool {
  readonly isMeasuring: Ref<boolean>;
  readonly points: Ref<readonly LatLon[]>;
  readonly measured: ComputedRef<Measurement>;
  readonly scene: ComputedRef<ToolScene>;
  readonly events: ToolEvents;
  clear(): void;
}

/** The measurement on one map, and everything that its tools draw. */
export function useMeasure(options: {
  readonly units: () => UnitSystem;
  readonly myPlace: () => LatLon | undefined;
  readonly ringsM: () => number;
  readonly sensors: () => readonly SensorPlace[];
  /** Typed by the person, metres; 0 for none. */
  readonly sensorRangeM: () => number;
}): MeasureTool {
  const { units, myPlace, ringsM, sensors, sensorRangeM } = options;
  const isMeasuring = ref(false);
  const points = ref<readonly LatLon[]>([]);
  const measured = computed(() => measure(points.value));
  const rings = computed(() => {
    const place = myPlace();
    if (!place) return [];
    return ringRadii(ringsM()).map((radiusM) => ({
      corners: ringAround(place, radiusM),
      label: formatDistance(radiusM, units()),
    }));
  });
  const sensorRings = computed(() => {
    const rangeM = sensorRangeM();
    if (rangeM <= 0) return [];
    const label = formatDistance(rangeM, units());
    return sensors().map(({ id, place }) => ({ corners: ringAround(place, rangeM), label: `${id} · ${label}` }));
  });
  const scene = computed<ToolScene>(() => ({
    points: points.value,
    legLabels: measured.value.legs.map(
      ({ distanceM, bearingDeg }) => `${formatDistance(distanceM, units())} · ${formatHeading(bearingDeg)}`,
    ),
    isMeasuring: isMeasuring.value,
    myPlace: myPlace(),
    rings: [...rings.value, ...sensorRings.value],
  }));
  return {
    isMeasuring,
    points,
    measured,
    scene,
    events: {
      onPoint(place) {
        points.value = [...points.value, place];
      },
      onRemovePoint() {
        points.value = points.value.slice(0, -1);
      },
      onEnd() {
        isMeasuring.value = false;
      },
    },
    clear() {
      points.value = [];
    },
  };
}
