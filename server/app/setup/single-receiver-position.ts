import { type Clock, MINUTE_MS } from "../../kernel/clock.ts";

const MAX_AGE_MS = 10 * MINUTE_MS;

type ReceiverPosition = {
  readonly latitudeE7: number | null;
  readonly longitudeE7: number | null;
  readonly timeMs: number;
};

/**
 * Fallback for a station without an own-position source: the position of its only receiver. With several receivers it
 * is unknown which of them is with the operator, and no position is used.
 */
export function createSingleReceiverPosition(clock: Clock) {
  const positions = new Map<
    string,
    { readonly latitude: number; readonly longitude: number; readonly timeMs: number }
  >();
  return {
    note(sensorId: string, { latitudeE7, longitudeE7, timeMs }: ReceiverPosition): void {
      if (latitudeE7 === null || longitudeE7 === null) return;
      positions.set(sensorId, { latitude: latitudeE7 / 1e7, longitude: longitudeE7 / 1e7, timeMs });
    },
    find(): { readonly latitude: number; readonly longitude: number; readonly altitudeM: null } | undefined {
      const recent = [...positions.values()].filter(({ timeMs }) => Math.abs(clock.now() - timeMs) <= MAX_AGE_MS);
      const [only] = recent;
      if (only === undefined || recent.length > 1) return undefined;
      return { latitude: only.latitude, longitude: only.longitude, altitudeM: null };
    },
  };
}
