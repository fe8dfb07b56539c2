/** A time range, seconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** The shortest range: tracks have at most ten points a second. */
const MIN_SPAN_S = 2;

/** Moves a range inside the whole, and shortens it only if the whole is shorter. */
export function clampRange({ from, to }: TimeRange, whole: TimeRange): TimeRange {
  const span = Math.min(Math.max(to - from, MIN_SPAN_S), whole.to - whole.from);
  const begin = Math.max(whole.from, Math.min(from, whole.to - span));
  return { from: begin, to: begin + span };
}

/** Zooms in (factor below 1) or out; the marked time keeps its place on the screen. */
export function zoomRange(range: TimeRange, factor: number, aroundS: number | undefined, whole: TimeRange): TimeRange {
  const isInside = aroundS !== undefined && aroundS >= range.from && aroundS <= range.to;
  const middle = isInside ? aroundS : (range.from + range.to) / 2;
  return clampRange(
    { from: middle - (middle - range.from) * factor, to: middle + (range.to - middle) * factor },
    whole,
  );
}

/** Moves the range so that it contains a time; unchanged if it does already. */
export function panToTime(range: TimeRange, timeS: number, whole: TimeRange): TimeRange {
  if (timeS >= range.from && timeS <= range.to) return range;
  const half = (range.to - range.from) / 2;
  return clampRange({ from: timeS - half, to: timeS + half }, whole);
}

/** The range after the track has grown or got more points; undefined for the whole track. */
export function keepRange(range: TimeRange, whole: TimeRange): TimeRange | undefined {
  if (range.to <= whole.from || range.from >= whole.to) return undefined;
  const next = clampRange(range, whole);
  return isWhole(next, whole) ? undefined : next;
}

export function isWhole(range: TimeRange, whole: TimeRange): boolean {
  return range.from <= whole.from && range.to >= whole.to;
}
