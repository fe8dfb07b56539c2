import { expect, it } from "vitest";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { found } from "./log.fixture.ts";
import { gpx, T0, trk, trkpt } from "./traps.fixture.ts";

/** Forty minutes to the north, a point a minute. */
const MINUTES = Array.from({ length: 41 }, (_, minute) => minute);
const northwards = (minute: number) => trkpt(minute * MINUTE_MS, 50 + minute / 1000);

it("reads a log that was written backwards as one flight that begins at its take-off", async () => {
  const { flights, tracks, dropped } = await found(gpx(trk(...MINUTES.toReversed().map(northwards))));
  expect(flights).toMatchObject([{ firstMs: T0, lastMs: T0 + 40 * MINUTE_MS, start: { latitude: 50, longitude: 14 } }]);
  expect(tracks[0]!.map(({ timeMs }) => timeMs)).toEqual(MINUTES.map((minute) => T0 + minute * MINUTE_MS));
  expect(dropped).toEqual({});
});

it("counts the points that later ones of the same time replace, and no others", async () => {
  const again = [1, 3].map((minute) => trkpt(minute * MINUTE_MS, 49));
  const { flights, points, dropped } = await found(gpx(trk(...[0, 1, 2, 3].map(northwards), ...again)));
  expect(points.map(({ latitudeE7 }) => latitudeE7)).toEqual([500_000_000, 490_000_000, 500_020_000, 490_000_000]);
  expect([flights[0]!.points.count(), dropped]).toEqual([4, { same_time: 2 }]);
});

it("still separates flights of one file of which the second is the earlier one", async () => {
  const earlier = [0, 1].map((minute) => trkpt((minute - 60) * MINUTE_MS));
  expect((await found(gpx(trk(...[0, 1].map(northwards), ...earlier)))).flights).toMatchObject([
    { firstMs: T0 - 60 * MINUTE_MS },
    { firstMs: T0 },
  ]);
});
