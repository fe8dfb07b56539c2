/** A part of time, seconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Closer there is nothing more to see: tracks have ten points a second at most. */
const MIN_SPAN_S = 2;

/** The range within the whole, as long as it was where there is room. */
export function within({ from, to }: TimeRange, whole: TimeRange): TimeRange {
  const span = Math.min(Math.max(to - from, MIN_SPAN_S), whole.to - whole.from);
  const begin = Math.max(whole.from, Math.min(from, whole.to - span));
  return { from: begin, to: begin + span };
}

/** Larger (factor below 1) or wider, with the time that is looked at staying where it is. */
export function zoomed(range: TimeRange, factor: number, aroundS: number | undefined, whole: TimeRange): TimeRange {
  const isInside = aroundS !== undefined && aroundS >= range.from && aroundS <= range.to;
  const middle = isInside ? aroundS : (range.from + range.to) / 2;
  return within({ from: middle - (middle - range.from) * factor, to: middle + (range.to - middle) * factor }, whole);
}

/** Moves the range so that it holds a time; unchanged where it does. */
export function following(range: TimeRange, timeS: number, whole: TimeRange): TimeRange {
  if (timeS >= range.from && timeS <= range.to) return range;
  const half = (range.to - range.from) / 2;
  return within({ from: timeS - half, to: timeS + half }, whole);
}

/** The same time of a track that has become longer or has more points now; undefined for the whole of it. */
export function kept(range: TimeRange, whole: TimeRange): TimeRange | undefined {
  if (range.to <= whole.from || range.from >= whole.to) return undefined;
  const next = within(range, whole);
  return isWhole(next, whole) ? undefined : next;
}

export function isWhole(range: TimeRange, whole: TimeRange): boolean {
  return range.from <= whole.from && range.to >= whole.to;
}
