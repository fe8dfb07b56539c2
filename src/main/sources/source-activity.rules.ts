import { z } from "zod";
import { SOURCE_STATES, type Source } from "../../../server/contracts/sources.ts";

/** A source that is switched on, as the station process reports it to main. */
export const sourceReport = z.strictObject({
  name: z.string(),
  state: z.enum(SOURCE_STATES),
  /** False for a replay that has ended, and for a push source that nobody has pushed to. */
  isActive: z.boolean(),
  /** When its last frame arrived, in milliseconds since 1970; null when none has. */
  lastFrameMs: z.number().nullable(),
});
export type SourceReport = z.infer<typeof sourceReport>;

/** The activity of the station, as far as the main process needs it. */
export const stationActivity = z.strictObject({
  /** The sources that are switched on. */
  sources: z.array(sourceReport),
  /** A device at a port is being written to, or a batch of them runs. */
  isSettingUp: z.boolean(),
});
export type StationActivity = z.infer<typeof stationActivity>;

/** Frames of most receivers come every second; after this pause something may be wrong. */
export const QUIET_AFTER_MS = 60_000;

export type SourcesSummary =
  /** The station does not run. */
  | { readonly kind: "stopped" }
  | { readonly kind: "none" }
  /** `names` are the sources that failed and wait for another attempt. */
  | { readonly kind: "failing"; readonly names: readonly string[] }
  /** Nothing has arrived for `sinceMs`; undefined when nothing ever has. */
  | { readonly kind: "quiet"; readonly sinceMs: number | undefined }
  | { readonly kind: "receiving"; readonly sources: number };

/** The report about the sources for the main process, without those that are switched off. */
export function reportSources(sources: readonly Source[]): readonly SourceReport[] {
  return sources
    .filter(({ enabled }) => enabled)
    .map(({ name, state, settings, last_frame_at: lastAt }) => ({
      name,
      state,
      // A new station has a push source: before somebody pushes, nothing would be lost without it.
      isActive: state !== "finished" && state !== "stopped" && !(settings.kind === "push" && lastAt === null),
      lastFrameMs: lastAt === null ? null : Date.parse(lastAt),
    }));
}

/** The common state of all sources, by urgency. `undefined` sources mean that the station does not run. */
export function summarizeSources(sources: readonly SourceReport[] | undefined, nowMs: number): SourcesSummary {
  if (sources === undefined) return { kind: "stopped" };
  const failing = sources.filter(({ state }) => state === "waiting");
  if (failing.length > 0) return { kind: "failing", names: failing.map(({ name }) => name) };
  const active = sources.filter(({ isActive }) => isActive);
  if (active.length === 0) return { kind: "none" };
  const receiving = active.filter(({ lastFrameMs }) => lastFrameMs !== null && nowMs - lastFrameMs < QUIET_AFTER_MS);
  if (receiving.length > 0) return { kind: "receiving", sources: receiving.length };
  const last = Math.max(...active.map(({ lastFrameMs }) => lastFrameMs ?? Number.NEGATIVE_INFINITY));
  return { kind: "quiet", sinceMs: Number.isFinite(last) ? nowMs - last : undefined };
}
