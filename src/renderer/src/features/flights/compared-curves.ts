import type { ChartLine } from "./chart-line.ts";
import type { ProfileCurve } from "./profile-curves.use.ts";

/** A chart of two flights over the time since each began. */
export interface ComparedCurve {
  readonly key: string;
  readonly title: string;
  /** A description of the curves of both flights, for screen readers. */
  readonly label: string;
  /** One line per flight; empty if the flight has no such values. */
  readonly lines: readonly [ChartLine, ChartLine];
}

const NO_LINE: ChartLine = { timesS: [], values: [] };

/** The curves of a flight, and when it began, seconds since 1970. */
export interface FlightCurves {
  readonly name: string;
  readonly curves: readonly ProfileCurve[];
  readonly beginS: number;
}

/**
 * The charts of two flights. Only what was measured in the same way is drawn together: a height above the take-off and
 * one above the ellipsoid become two charts.
 */
export function comparedCurves(one: FlightCurves, other: FlightCurves): readonly ComparedCurve[] {
  const keys = [...new Set([...one.curves, ...other.curves].map(({ key }) => key))];
  return keys.flatMap((key): readonly ComparedCurve[] => {
    const [first, second] = [one, other].map(({ curves }) => curves.find((curve) => curve.key === key));
    const title = first?.title ?? second?.title;
    if (title === undefined) return [];
    const labels = [
      ...(first ? [`${one.name}: ${first.label}`] : []),
      ...(second ? [`${other.name}: ${second.label}`] : []),
    ];
    return [
      { key, title, label: labels.join(". "), lines: [shifted(first, one.beginS), shifted(second, other.beginS)] },
    ];
  });
}

function shifted(curve: ProfileCurve | undefined, beginS: number): ChartLine {
  if (!curve) return NO_LINE;
  const [{ timesS, values }] = curve.lines;
  return { timesS: timesS.map((timeS) => timeS - beginS), values };
}
