import type { UaPoint } from "../../kernel/telemetry.ts";
import { deriveMissing, type ShownPoint } from "./derived-points.ts";
import type { FlightTracks, TrackPage } from "./flights.deps.ts";
import { MIN_APART_MS } from "./track-motion.ts";

/** Reads points of one track. */
export type ReadPoints = (
  page: Parameters<FlightTracks["read"]>[1],
) => AsyncIterable<readonly UaPoint[]> | Iterable<readonly UaPoint[]>;

/**
 * A page of a track with the values derived that are not recorded, the same as in the whole list: at its ends, they are
 * derived from points beyond it.
 */
export async function* derivePage(read: ReadPoints, page: TrackPage): AsyncGenerator<readonly ShownPoint[]> {
  let before = 0;
  let listed = 0;

  async function* readAround() {
    let last: UaPoint | undefined;
    for await (const points of read(page)) {
      if (last === undefined) {
        const earlier = await readBeyond(read, points[0]!, !page.isDescending);
        before = earlier.length;
        yield earlier.toReversed();
      }
      listed += points.length;
      last = points.at(-1);
      yield points;
    }
    if (last !== undefined) yield await readBeyond(read, last, page.isDescending);
  }

  let given = 0;
  for await (const shown of deriveMissing(readAround())) {
    const onPage = shown.slice(Math.max(0, before - given), Math.max(0, before + listed - given));
    given += shown.length;
    if (onPage.length > 0) yield onPage;
  }
}

/** The points next to a point, up to the first that is far enough away to derive its motion. */
async function readBeyond(read: ReadPoints, { timeMs }: UaPoint, isDescending: boolean): Promise<readonly UaPoint[]> {
  const beyond = isDescending ? { lastMs: timeMs - 1 } : { firstMs: timeMs + 1 };
  const near: UaPoint[] = [];
  for await (const points of read({ limit: Infinity, offset: 0, isDescending, ...beyond })) {
    const far = points.findIndex((point) => Math.abs(point.timeMs - timeMs) >= MIN_APART_MS);
    near.push(...(far < 0 ? points : points.slice(0, far + 1)));
    if (far >= 0) break;
  }
  return near;
}
