import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { Episode, Sample } from "./alert.model.ts";

/**
 * Episodes of one rule and one operation. They are a function of the set of samples alone: samples are judged in the
 * order of their times, and of those with one time the one that is farthest inside counts.
 *
 * An episode begins at the first sample inside and ends at the first outside. Coming back within `RETURN_MS` of that
 * continues it, unless it was `returnWithinM` outside meanwhile. After `SILENCE_MS` without any sample it ended at the
 * last one.
 */
export const RETURN_MS = 10 * SECOND_MS;
export const AREA_RETURN_M = 20;
/** An operation counts as in progress for this long after its last record. */
export const SILENCE_MS = 3 * MINUTE_MS;

/** Metres outside of a condition; 0 or less where it holds, `NaN` where it cannot be determined. */
export type Judged = {
  readonly sample: Sample;
  readonly outsideM: number;
  /** The other aircraft that the condition holds for, where it is about one. */
  readonly about?: string | null;
};

type OpenEpisode = {
  beganMs: number;
  lastMs: number;
  latitude: number;
  longitude: number;
  deepestM: number;
  about: string | null;
  suboperations: readonly number[];
};

/** The state after judging a part of the samples of one operation; plain data, changed by `step`. */
export type Progress = {
  open: OpenEpisode | null;
  /** Since when it is outside; `NaN` while inside. */
  outsideSinceMs: number;
  /** Time of the newest sample. */
  newestMs: number;
  done: Episode[];
};

export const emptyProgress = (): Progress => ({ open: null, outsideSinceMs: NaN, newestMs: -Infinity, done: [] });

/** A copy that can continue without changing the original; finished episodes stay with the original. */
export function branchOf(progress: Progress): Progress {
  return { ...progress, open: progress.open === null ? null : { ...progress.open }, done: [] };
}

/** Judges the next sample; samples of one time have to be passed together, as `stepTogether` does. */
export function step(progress: Progress, { sample, outsideM, about = null }: Judged, returnWithinM: number): void {
  const { timeMs } = sample;
  if (progress.open !== null && timeMs - progress.newestMs > SILENCE_MS) close(progress);
  progress.newestMs = timeMs;
  if (Number.isNaN(outsideM)) return;
  if (outsideM > 0) return stepOutside(progress, timeMs, outsideM, returnWithinM);
  if (timeMs - progress.outsideSinceMs > RETURN_MS) close(progress);
  progress.outsideSinceMs = NaN;
  const { open } = progress;
  const { latitude, longitude, suboperation } = sample;
  if (open === null) {
    const place = { latitude, longitude, deepestM: outsideM, about, suboperations: [suboperation] };
    progress.open = { beganMs: timeMs, lastMs: timeMs, ...place };
    return;
  }
  open.lastMs = timeMs;
  open.latitude = latitude;
  open.longitude = longitude;
  if (outsideM < open.deepestM) {
    open.deepestM = outsideM;
    open.about = about;
  }
  if (!open.suboperations.includes(suboperation)) {
    open.suboperations = [...open.suboperations, suboperation].toSorted((a, b) => a - b);
  }
}

function stepOutside(progress: Progress, timeMs: number, outsideM: number, returnWithinM: number): void {
  if (progress.open === null) return;
  if (Number.isNaN(progress.outsideSinceMs)) progress.outsideSinceMs = timeMs;
  if (outsideM >= returnWithinM || timeMs - progress.outsideSinceMs > RETURN_MS) close(progress);
}

function close(progress: Progress): void {
  if (progress.open !== null) progress.done.push(ended(progress.open, progress.outsideSinceMs));
  progress.open = null;
  progress.outsideSinceMs = NaN;
}

function ended(open: OpenEpisode, outsideSinceMs: number): Episode {
  return { ...open, endedMs: Number.isNaN(outsideSinceMs) ? open.lastMs : outsideSinceMs };
}

/** The order in which samples are judged; those of one time in any order that does not depend on their arrival. */
export function inOrder(a: Sample, b: Sample): number {
  return (
    a.timeMs - b.timeMs ||
    a.suboperation - b.suboperation ||
    a.latitude - b.latitude ||
    a.longitude - b.longitude ||
    comparable(a.wgs84M) - comparable(b.wgs84M) ||
    comparable(a.atoM) - comparable(b.atoM)
  );
}

/** `NaN` would make the order arbitrary. */
const comparable = (value: number): number => (Number.isNaN(value) ? -1e12 : value);

/** Judges samples in their order; of those with one time, the one that is farthest inside counts. */
export function stepTogether(
  progress: Progress,
  samples: readonly Sample[],
  measure: (sample: Sample) => number,
  { returnWithinM, about }: { readonly returnWithinM: number; readonly about?: (sample: Sample) => string | null },
): void {
  for (let index = 0; index < samples.length;) {
    let sample = samples[index]!;
    let outsideM = measure(sample);
    for (index++; index < samples.length && samples[index]!.timeMs === sample.timeMs; index++) {
      const otherM = measure(samples[index]!);
      if (otherM < outsideM || (Number.isNaN(outsideM) && !Number.isNaN(otherM))) {
        sample = samples[index]!;
        outsideM = otherM;
      }
    }
    step(progress, { sample, outsideM, about: outsideM <= 0 ? (about?.(sample) ?? null) : null }, returnWithinM);
  }
}

/**
 * All episodes so far. Nothing that has a time before `settledMs` is expected any more: `Infinity` over history, the
 * present live.
 */
export function episodesOf(progress: Progress, settledMs: number): readonly Episode[] {
  const { open, outsideSinceMs, done } = progress;
  if (open === null) return done;
  return [...done, isOver(progress, settledMs) ? ended(open, outsideSinceMs) : { ...open, endedMs: null }];
}

/** Whether an open episode cannot go on any more, if nothing that has a time before `settledMs` is expected. */
export function isOver({ outsideSinceMs, newestMs }: Progress, settledMs: number): boolean {
  return settledMs - outsideSinceMs > RETURN_MS || settledMs - newestMs > SILENCE_MS;
}

/** Episodes in which a sensor was silent for longer than allowed, from the times of its records in their order. */
export function silencesOf(timesMs: readonly number[], allowedMs: number, settledMs: number): readonly Episode[] {
  return timesMs.flatMap((timeMs, index) => {
    const nextMs = timesMs[index + 1];
    if ((nextMs ?? settledMs) - timeMs <= allowedMs) return [];
    const beganMs = timeMs + allowedMs;
    const place = { latitude: null, longitude: null, deepestM: 0, about: null, suboperations: [] };
    return [{ beganMs, lastMs: nextMs ?? beganMs, endedMs: nextMs ?? null, ...place }];
  });
}
