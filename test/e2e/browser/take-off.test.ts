import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { trackPalettes } from "../../../src/renderer/src/map/palettes.ts";
import { browserPath, saveScreenshot } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { chooseMode } from "../../support/screen-page.ts";

/** At zoom 16 the aircraft is then 140 pixels to the west and 204 to the north of where it took off. */
const ZOOM = 16;
const TAKE_OFF = { latitude: 46.5, longitude: 14.3 };
const EAST_DEGREES = -0.003;
const NORTH_DEGREES = 0.003;
const POINTS = 7;

const PEOPLE = [
  // As ASTM F3411-22a has it: 0 for the place of take-off, 1 for the position of the operator now.
  { serial: "1596F350457791151990", locationType: 0, west: 0 },
  { serial: "1596F350457791151991", locationType: 1, west: 0.02 },
] as const;

interface Marks {
  /** Pixels of the operator's colour in the two upper corners of a square of 14 pixels: the mark of a person has none. */
  readonly corners: number;
  /** Pixels of that colour in its middle, which is the inside of the arrow. */
  readonly middle: number;
  /** On the straight line from there to the aircraft, which it did not fly along. */
  readonly line: number;
}

/** Runs in the page, whose map has the take-off in its middle. */
function marksOf(colour: string, east: number, north: number): string {
  return `(() => {
    const canvas = document.querySelector(".leaflet-tracks-pane canvas");
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const wanted = [1, 3, 5].map((at) => Number.parseInt(${JSON.stringify(colour)}.slice(at, at + 2), 16));
    const [left, top] = [Math.round(canvas.width / 2), Math.round(canvas.height / 2)];
    const isOf = (x, y) => {
      const at = 4 * ((top + y) * canvas.width + left + x);
      return data[at + 3] > 60 && wanted.every((value, channel) => Math.abs(value - data[at + channel]) < 24);
    };
    const count = (xs, ys) => xs.flatMap((x) => ys.map((y) => isOf(x, y))).filter(Boolean).length;
    const steps = Array.from({ length: 101 }, (_, at) => 0.2 + (0.6 * at) / 100);
    return {
      corners: count([-5, -4, 3, 4], [-5, -4]),
      middle: count([-1, 0], [-1, 0]),
      line: steps.filter((share) => {
        const [x, y] = [Math.round(share * ${east}), Math.round(-share * ${north})];
        return isOf(x, y) || isOf(x - 1, y) || isOf(x, y - 1);
      }).length,
    };
  })()`;
}

describe.skipIf(browserPath === undefined)("the place of take-off on the live map", () => {
  const shown = useConsole();

  beforeAll(async () => {
    const endMs = Date.now();
    const lines = PEOPLE.flatMap(({ serial, locationType, west }) =>
      Array.from({ length: POINTS }, (_, index) => {
        // First to the west, then to the north.
        const [east, north] = [Math.min(index / 3, 1), Math.max(0, index / 3 - 1)];
        const longitude = TAKE_OFF.longitude - west;
        return JSON.stringify({
          sn: "roof",
          tech: "wifi_beacon",
          mac: `02:00:5e:00:01:0${locationType}`,
          timestamp: new Date(endMs - (POINTS - 1 - index) * 10_000).toISOString(),
          odid: {
            BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }],
            Location: {
              Status: 2,
              Latitude: TAKE_OFF.latitude + north * NORTH_DEGREES,
              Longitude: longitude + east * EAST_DEGREES,
              AltitudeGeo: 500,
              Height: 60,
              HeightType: 0,
              Direction: 0,
            },
            System: {
              OperatorLocationType: locationType,
              OperatorLatitude: TAKE_OFF.latitude,
              OperatorLongitude: longitude,
            },
          },
        });
      }),
    );
    await shown.send("POST", "/station/v1/ingest/scout", lines.join("\n"));
  });

  const pxOf = (degrees: number, isNorth: boolean) =>
    ((256 * 2 ** ZOOM * degrees) / 360) * (isNorth ? 1 / Math.cos((TAKE_OFF.latitude * Math.PI) / 180) : 1);
  const marks = (page: Page, mode: "day" | "night" | "red") =>
    page.evaluate<Marks>(marksOf(trackPalettes[mode].operator, pxOf(EAST_DEGREES, false), pxOf(NORTH_DEGREES, true)));

  it.each(["day", "night", "red"] as const)(
    "is a square with an arrow where the flight began, joined to the aircraft: %s",
    async (mode) => {
      const [{ serial }] = PEOPLE;
      const page = await shown.open(`#/?at=${TAKE_OFF.latitude},${TAKE_OFF.longitude},${ZOOM}`);
      await chooseMode(page, mode);
      await page
        .getByTestId("aircraft-list")
        .getByRole("option")
        .filter({ hasText: serial.slice(-6) })
        .click();
      await expect.poll(() => marks(page, mode)).toMatchObject({ corners: 8, middle: 0 });
      // Dashes, with as much between them.
      await expect.poll(async () => (await marks(page, mode)).line).toBeGreaterThan(35);
      expect((await marks(page, mode)).line).toBeLessThan(100);
      await saveScreenshot(page, `live-take-off-${mode}`);
    },
  );

  it("is not drawn for an operator who may have moved since", async () => {
    const [, { west }] = PEOPLE;
    const page = await shown.open(`#/?at=${TAKE_OFF.latitude},${TAKE_OFF.longitude - west},${ZOOM}`);
    await expect.poll(async () => (await marks(page, "day")).line).toBeGreaterThan(0);
    expect((await marks(page, "day")).corners).toBe(0);
  });
});
