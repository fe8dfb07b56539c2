import type { Source } from "../../../../../server/contracts/sources.ts";
import { useText } from "../../text/index.ts";
import { formatFixed } from "../../text/numbers.ts";
import { formatAge } from "../../ui/times.ts";

/** One source in the strip. */
export interface StripSource {
  readonly id: string;
  readonly name: string;
  /** Its rate, the share that is refused and the age of its last frame; or why it does not run. */
  readonly values: string;
  /** The same in words, for a screen reader. */
  readonly spoken: string;
  /** Whether it needs attention: it does not run, refuses frames, or sends old data. */
  readonly isTroubled: boolean;
}

/** The common state of all sources; used by the strip and the empty live page, so that they never contradict. */
export type SourcesSummary = "none" | "off" | "waiting_for_push" | "not_running" | "some_running" | "running";

type Shown = Pick<
  Source,
  | "id"
  | "name"
  | "enabled"
  | "settings"
  | "state"
  | "frames"
  | "frames_per_second"
  | "refused_share"
  | "last_frame_at"
  | "behind_s"
>;

export function sourcesSummaryOf(all: readonly Shown[]): SourcesSummary {
  const sources = all.filter(isReceiving);
  if (sources.length === 0) return "none";
  const enabled = sources.filter((source) => source.enabled);
  if (enabled.length === 0) return "off";
  const running = enabled.filter(({ state }) => state === "running" || state === "finished");
  if (running.length === 0) return "not_running";
  if (running.length < enabled.length) return "some_running";
  // A new station only has push sources that have received nothing.
  const isBare = sources.every(({ settings, frames }) => settings.kind === "push" && frames === 0);
  return isBare ? "waiting_for_push" : "running";
}

/** The sources that are switched on: those with trouble, then those that receive. `nowMs` is the station's clock. */
export function sourceStripOf(sources: readonly Shown[], nowMs: number): readonly StripSource[] {
  return sources
    .filter((source) => source.enabled && (isReceiving(source) || source.state !== "running"))
    .toSorted((a, b) => Number(a.last_frame_at === null) - Number(b.last_frame_at === null))
    .map((source) => toStripSource(source, nowMs))
    .toSorted((a, b) => Number(b.isTroubled) - Number(a.isTroubled));
}

/** A receiver of the station's own position receives no aircraft; it is of interest here only when it does not run. */
const isReceiving = ({ settings }: Shown): boolean => settings.kind !== "position";

/** `0 %` only for none at all, `100 %` only for all. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.01) return "<1\u00a0%";
  if (share < 1 && share > 0.99) return ">99\u00a0%";
  return `${Math.round(share * 100)}\u00a0%`;
}

function toStripSource(source: Shown, nowMs: number): StripSource {
  const { t, labelFor } = useText();
  const { id, name, state, last_frame_at: lastAt, refused_share: share } = source;
  if (state !== "running" && state !== "finished") {
    const values = labelFor("sources.state", state);
    return { id, name, values, spoken: `${name}: ${values}`, isTroubled: state === "waiting" };
  }
  const rate = formatFixed(source.frames_per_second, 1);
  if (lastAt === null) {
    const values = t("station.strip.noFrame", { rate });
    return { id, name, values, spoken: `${name}: ${values}`, isTroubled: false };
  }
  if (share !== null && source.behind_s !== null) {
    const parts = { name, rate, age: formatAge(source.behind_s * 1000) };
    const spoken = t("station.strip.spokenBehind", parts);
    return { id, name, values: t("station.strip.behind", parts), spoken, isTroubled: true };
  }
  const parts = { name, rate, age: formatAge(nowMs - Date.parse(lastAt)), share: formatShare(share ?? 0) };
  // Without any frames there is no share.
  const values = t(share === null ? "station.strip.quiet" : "station.strip.values", parts);
  const spoken = t(share === null ? "station.strip.spokenQuiet" : "station.strip.spoken", parts);
  return { id, name, values, spoken, isTroubled: (share ?? 0) > 0 };
}
