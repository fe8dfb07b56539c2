import { isDeepStrictEqual } from "node:util";
import type { Setting, Settings } from "./settings.parse.ts";

export type CombinedReadings = {
  readonly settings: Settings;
  /** Whether another reading would add nothing. */
  readonly isComplete: boolean;
};

/**
 * Combines several readings. The device's frames have no checksum, so that a damaged byte looks like another value: a
 * setting counts when more than half of the readings have it, its value when two or more gave it and no other value is
 * as frequent. A setting that changes from one reading to the next has no value (null).
 */
export function combineReadings(readings: readonly Settings[]): CombinedReadings {
  const settings = new Map<string, Setting>();
  let isComplete = readings.length >= 2;
  for (const name of new Set(readings.flatMap((reading) => [...reading.keys()]))) {
    const found = readings.flatMap((reading) => reading.get(name) ?? []);
    if (found.length * 2 <= readings.length) {
      if (found.length * 2 === readings.length || readings.length < 3) isComplete = false;
      continue;
    }
    const agreed = agreedOf(found);
    if (agreed === undefined) isComplete = false;
    settings.set(name, agreed ?? { value: null, type: "json" });
  }
  return { settings, isComplete };
}

function agreedOf(found: readonly Setting[]): Setting | undefined {
  const counted = found
    .map((setting) => ({ setting, count: found.filter((other) => isDeepStrictEqual(other, setting)).length }))
    .sort((a, b) => b.count - a.count);
  const [best] = counted;
  if (best === undefined) return undefined;
  const rival = counted.find(({ setting }) => !isDeepStrictEqual(setting, best.setting));
  return rival !== undefined && rival.count === best.count ? undefined : best.setting;
}
