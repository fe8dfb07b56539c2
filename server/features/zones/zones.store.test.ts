import { afterAll, beforeAll, expect, it } from "vitest";
import { type Bbox, parseBbox } from "../../kernel/geo.ts";
import type { ZoneDraft } from "../../kernel/zone.ts";
import { openTempStore, type TempStore } from "../../storage/temp-store.fixture.ts";
import { createOutliner, insertZones, insertZoneSet, listZones } from "./zones.store.ts";

let temp: TempStore;
beforeAll(() => {
  temp = openTempStore();
  const { writer } = temp.store;
  const times = { issuedMs: null, validFromMs: null, importedMs: 0 };
  insertZoneSet(writer, { id: "set", name: "Date line", format: "openair", ...times });
  writer.exec("UPDATE zone_set SET is_whole = 1");
  const outlineOf = createOutliner(writer);
  const zones = [
    zone("small, ends at 180", [179.99, 9.99, 180, 10.01]),
    zone("middle, begins at -180", [-180, 9.9, -179.9, 10.1]),
    zone("large, west of 180", [179, 9, 179.95, 11]),
    zone("huge, east of -180", [-179.95, 8, -178, 12]),
    zone("far", [14, 50, 15, 51]),
  ];
  insertZones(
    writer,
    "set",
    zones.map((one) => ({ uuid: one.name, zone: one, outline: outlineOf(one)! })),
  );
});
afterAll(() => temp[Symbol.dispose]());

function zone(name: string, [west, south, east, north]: readonly [number, number, number, number]): ZoneDraft {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ].map(([longitude, latitude]) => ({ longitude: longitude!, latitude: latitude! }));
  return {
    identifier: name,
    name,
    country: null,
    restriction: "prohibited",
    kind: "R",
    reasons: [],
    message: null,
    authority: null,
    volumes: [{ rings: [ring], lower: null, upper: null }],
    periods: [],
  };
}

function namesIn(text: string, limit = 10): readonly string[] {
  const { bbox } = parseBbox(text) as { readonly bbox: Bbox };
  return listZones(temp.store.reader, bbox, limit).map(({ id }) => id);
}

const [SMALL, MIDDLE] = ["small, ends at 180", "middle, begins at -180"];
const [LARGE, HUGE] = ["large, west of 180", "huge, east of -180"];

it.each([
  ["179.9,9,180,11", [LARGE, MIDDLE, SMALL]],
  ["-180,9,-179.9,11", [HUGE, MIDDLE, SMALL]],
  ["179.9,9,-179.9,11", [HUGE, LARGE, MIDDLE, SMALL]],
  // Along an edge of zones, of the same length as one of them, and at a point of it.
  ["180,9,180,11", [MIDDLE, SMALL]],
  ["-180,9.9,-180,10.1", [MIDDLE, SMALL]],
  ["180,10,-180,10", [MIDDLE, SMALL]],
  // Beside them.
  ["179.9,11.5,180,12", []],
  ["-180,11.5,-180,12", []],
])("zones at the antimeridian are found from either side, the largest first: %s", (text, names) => {
  expect(namesIn(text)).toEqual(names);
});

it("fewer than all at the antimeridian are the largest, whichever side they are on", () => {
  expect(namesIn("179.9,9,180,11", 1)).toEqual([LARGE]);
  expect(namesIn("-180,9,-179.9,11", 1)).toEqual([HUGE]);
  expect(namesIn("179.9,9,-179.9,11", 1)).toEqual([HUGE]);
  expect(namesIn("179.9,9,-179.9,11", 2)).toEqual([HUGE, LARGE]);
});

it.each([
  ["14.5,50.5,14.5,50.6", ["far"]],
  ["14.5,50.5,14.6,50.5", ["far"]],
  ["14.5,50.5,14.5,50.5", ["far"]],
  ["13.5,50.5,13.5,50.5", []],
])("zones are found in a region without width or height: %s", (text, names) => {
  expect(namesIn(text)).toEqual(names);
});
