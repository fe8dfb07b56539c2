import { expect, it } from "vitest";
import type { Track } from "../tracks/track-collection.ts";
import { GrowingTrail } from "../tracks/trail.ts";
import { drawTrail } from "./trail.draw.ts";
import type { View } from "./view.layer.ts";

const WORLD_PX = 4_096;

/** The lines that a canvas was told to draw, in a view whose middle is at `middleX` of the world. */
function drawnBy(middleX: number, track: Track): readonly number[] {
  const xs: number[] = [];
  const context = {
    save: () => undefined,
    restore: () => undefined,
    beginPath: () => undefined,
    stroke: () => undefined,
    moveTo: (x: number) => void xs.push(x),
    lineTo: (x: number) => void xs.push(x),
  };
  const view = {
    context,
    worldPx: WORLD_PX,
    xOf: ({ x }: { readonly x: number }) => (x - middleX - Math.round(x - middleX)) * WORLD_PX,
    yOf: ({ y }: { readonly y: number }) => y * WORLD_PX,
  };
  drawTrail(view as unknown as View, track, { color: "", isSelected: false, isFading: false });
  return xs;
}

it.each([
  ["at the antimeridian", 1],
  ["on the other side of the world", 0.5],
])("a trail over the antimeridian is drawn beside its aircraft, in a view %s", (_, middleX) => {
  const trail = new GrowingTrail({ maxPoints: 100 });
  for (const [at, longitude] of [179.6, 179.8, -179.9, -179.6].entries()) {
    trail.add({ latitude: 52, longitude, timeMs: at * 1_000 });
  }
  const xs = drawnBy(middleX, { trail } as unknown as Track);
  expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo((0.8 / 360) * WORLD_PX, 6);
  // Where the aircraft is drawn, at -179.6°.
  const aircraftX = 0.4 / 360 - middleX;
  expect(xs.at(-1)).toBeCloseTo((aircraftX - Math.round(aircraftX)) * WORLD_PX, 6);
});
