import type { Position } from "../../kernel/geo.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import type { FlightLog } from "./flights.deps.ts";

const MAX_PLACES = 200;
const E7 = 10_000_000;

/** The track of a flight log for drawing: at most 200 of its positions, the first and the last among them. */
export async function flightLogLine({ points }: Pick<FlightLog, "points">): Promise<Position[]> {
  const last = points.count() - 1;
  const step = Math.max(1, last / (MAX_PLACES - 1));
  const line: Position[] = [];
  let index = 0;
  for (const slice of points.slices()) {
    for (const { latitudeE7, longitudeE7 } of slice) {
      const isWanted = index === last || index >= Math.round(line.length * step);
      if (isWanted) line.push({ latitude: latitudeE7 / E7, longitude: longitudeE7 / E7 });
      index += 1;
    }
    await yieldToEventLoop();
  }
  return line;
}
