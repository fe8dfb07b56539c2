import type { StationPosition } from "../../contracts/receiver-settings.ts";
import type { PositionFix } from "../../ingest/codecs/position.fix.ts";
import { type Clock, isoFromMs, SECOND_MS, type Schedule } from "../../kernel/clock.ts";

/** A position that is older may be hundreds of metres away from a van that moves. */
export const MAX_POSITION_AGE_MS = 10 * SECOND_MS;
/** Minimum time between two notifications of viewers. */
const PUBLISH_INTERVAL_MS = SECOND_MS;

type Known = { readonly fix: PositionFix; readonly timeMs: number };

/** The position of the station, from the first of its own receivers that has one. Older positions are not returned. */
export function createStationPosition(deps: {
  readonly clock: Clock;
  readonly schedule: Schedule;
  /** Called when it changes: at most once a second, and at once when it becomes unknown. */
  readonly publish: (position: StationPosition | null) => void;
}) {
  const { clock, schedule, publish } = deps;
  /** In the order in which the sources first reported one. */
  const bySource = new Map<string, Known | null>();
  let shown: StationPosition | null = null;
  let publishedMs = -Infinity;
  let cancelExpiry: () => void = () => undefined;

  function find(): StationPosition | null {
    for (const [sourceId, known] of bySource) {
      if (known !== null && Math.abs(clock.now() - known.timeMs) <= MAX_POSITION_AGE_MS) return wireOf(sourceId, known);
    }
    return null;
  }

  function publishChange(): void {
    const position = find();
    const isSooner = position !== null && shown !== null && clock.now() - publishedMs < PUBLISH_INTERVAL_MS;
    if (isSooner || (position === null && shown === null)) return;
    shown = position;
    publishedMs = clock.now();
    publish(position);
  }

  return {
    find,
    /** `null`: the source has no position any more. */
    note(sourceId: string, fix: PositionFix | null): void {
      bySource.set(sourceId, fix === null ? null : { fix, timeMs: clock.now() });
      publishChange();
      cancelExpiry();
      if (shown !== null) cancelExpiry = schedule(publishChange, MAX_POSITION_AGE_MS + 1);
    },
    close: () => cancelExpiry(),
  };
}

function wireOf(sourceId: string, { fix, timeMs }: Known): StationPosition {
  return {
    latitude: fix.latitude,
    longitude: fix.longitude,
    altitude_m: fix.altitudeM,
    altitude_reference: fix.altitudeReference,
    accuracy_m: fix.accuracyM,
    time: isoFromMs(timeMs),
    source_id: sourceId,
  };
}
