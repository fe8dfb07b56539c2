import { computed, type ComputedRef } from "vue";
import { type Text, useText } from "../../text/index.ts";
import { usePreferences } from "../../ui/preferences.store.ts";
import { formatDecibels, formatHeight, formatSpeed, formatVolts } from "../../ui/units.ts";
import type { ChartLine } from "./chart-line.ts";
import { type StatusSeries, type StatusValue, withoutShortGaps } from "./status-series.ts";
import { indexNear, valueRangeOf, type TrackSeries } from "./track-series.ts";

/** One chart of a flight: a value over time. */
export interface ProfileCurve {
  readonly id: string;
  /** The quantity and its reference, which are equal in curves that can be compared. */
  readonly key: string;
  readonly title: string;
  /** A description with its range, for screen readers. */
  readonly label: string;
  /** One line, in the unit of the title; null leaves a gap. */
  readonly lines: readonly [ChartLine];
  /** The value near a time, formatted; empty where none is known. */
  readonly textAt: (timeS: number) => string;
}

interface Measurement {
  readonly id: string;
  readonly reference?: string | undefined;
  readonly name: string;
  /** Undefined for a count. */
  readonly unit: string | undefined;
  readonly timesS: readonly number[];
  /** In the recorded unit. */
  readonly numbers: readonly (number | null)[];
  /** From the recorded unit to the displayed one. */
  readonly factor?: number;
  readonly format: (value: number) => string;
  /** In the recorded unit. */
  readonly groundM?: readonly (number | null)[] | undefined;
  /** Adds the name of the value, where its unit does not identify it. */
  readonly describe?: (value: string) => string;
}

const FEET_PER_METRE = 1 / 0.3048;
const KNOTS_PER_METRE_PER_SECOND = 3600 / 1852;
const UNITS = { battery: "V", rsrp: "dBm", rsrq: "dB", snr: "dB", satellites: undefined } as const;
const FORMATS: Readonly<Record<StatusValue, (value: number) => string>> = {
  battery: formatVolts,
  rsrp: (value) => formatDecibels(value, "dBm"),
  rsrq: (value) => formatDecibels(value, "dB"),
  snr: (value) => formatDecibels(value, "dB"),
  satellites: String,
};

/** The charts of a flight: of its track, and of the states that its device has reported. */
export function useProfileCurves(
  track: () => TrackSeries,
  status: () => StatusSeries | undefined,
  ground: () => readonly (number | null)[] | undefined,
): ComputedRef<readonly ProfileCurve[]> {
  const { t, labelFor } = useText();
  const preferences = usePreferences();

  function curveOf(measurement: Measurement): ProfileCurve {
    const { id, reference, name, unit, timesS, numbers, factor = 1, format, describe, groundM } = measurement;
    const shown = (of: readonly (number | null)[]) =>
      factor === 1 ? of : of.map((number) => (number === null ? null : number * factor));
    const range = valueRangeOf(numbers);
    return {
      id,
      key: reference === undefined ? id : `${id} ${reference}`,
      title: unit === undefined ? name : t("flights.one.chartTitle", { name, unit }),
      label: range ? t("flights.one.chartText", { name, min: format(range.min), max: format(range.max) }) : name,
      lines: [{ timesS, values: shown(numbers), ...(groundM && { ground: shown(groundM) }) }],
      textAt(timeS) {
        const index = indexNear(timesS, timeS) ?? -1;
        const value = numbers[index] ?? null;
        if (value === null) return "";
        const below = groundM?.[index] ?? null;
        const text = describe ? describe(format(value)) : format(value);
        return below === null ? text : `${text}, ${t("terrain.aboveGroundAt", { height: format(value - below) })}`;
      },
    };
  }

  return computed(() => {
    const { timesS, heightsM, heightReference, areHeightsConverted, speeds, areSpeedsDerived } = track();
    const heightChart = t("flights.one.heightChart", { reference: labelFor("height", heightReference ?? "") });
    const speedChart = t("flights.one.speedChart");
    const { units } = preferences;
    const isMetric = units === "metric";
    const ofTrack: readonly Measurement[] = [
      {
        id: "height",
        reference: heightReference,
        name: areHeightsConverted ? t("flights.one.converted", { value: heightChart }) : heightChart,
        unit: isMetric ? "m" : "ft",
        timesS,
        numbers: heightsM,
        factor: isMetric ? 1 : FEET_PER_METRE,
        format: (value) => formatHeight(value, units),
        groundM: ground(),
      },
      {
        id: "speed",
        name: areSpeedsDerived ? t("flights.one.fromTrack", { value: speedChart }) : speedChart,
        unit: isMetric ? "m/s" : "kt",
        timesS,
        numbers: speeds,
        factor: isMetric ? 1 : KNOTS_PER_METRE_PER_SECOND,
        format: (value) => formatSpeed(value, units),
      },
    ];
    const states = status();
    const ofStatus = (states?.columns ?? []).map(({ value, numbers }): Measurement => ({
      id: value,
      name: t(`flights.one.statusCharts.${value}`),
      unit: UNITS[value],
      ...withoutShortGaps(states?.timesS ?? [], numbers),
      format: FORMATS[value],
      describe: (text) => t(`flights.one.statusLabels.${value}`, { value: text }),
    }));
    // A chart without values would look like a chart of zeros.
    return [...ofTrack, ...ofStatus].filter(({ numbers }) => valueRangeOf(numbers) !== undefined).map(curveOf);
  });
}

/** The values near a time in one line; unknown heights and speeds are named as not known. */
export function profileText(curves: readonly ProfileCurve[], timeS: number, t: Text["t"]): string {
  const textOf = (id: string) => curves.find((curve) => curve.id === id)?.textAt(timeS) ?? "";
  const ofStatus = curves.filter(({ id }) => id !== "height" && id !== "speed").map(({ textAt }) => textAt(timeS));
  const [height, speed] = [textOf("height"), textOf("speed")];
  return [height || t("flights.one.heightNotKnown"), speed || t("flights.one.speedNotKnown"), ...ofStatus]
    .filter((text) => text !== "")
    .join(", ");
}
