import { describe, expect, it } from "vitest";
import type { Principal } from "../../kernel/principal.ts";
import {
  attributionOf,
  MAX_BYTES_OF_USER,
  canChange,
  movedTo,
  nameOf,
  RESERVED_BYTES,
  styleOf,
  uploadRoom,
} from "./map-sets.rules.ts";

const ADA: Principal = { userId: "ada", isAdministrator: false, credential: "oidc" };
const ROOT: Principal = { userId: "root", isAdministrator: true, credential: "oidc" };
const layers = (...ids: string[]) => ids.map((id) => ({ id, fields: [] }));

describe("a map set", () => {
  it.each([
    ["Mine", "In the file", "a.pmtiles", "Mine"],
    [undefined, "In the file", "a.pmtiles", "In the file"],
    [" ", "", "/maps/valley.v2.mbtiles", "valley.v2"],
    [undefined, "", "C:\\maps\\hill.PMTILES", "hill"],
    [undefined, "", undefined, "Map"],
  ])("is called by what is given, %j, %j or %j: %s", (given, inFile, fileName, expected) => {
    expect(nameOf(given, inFile, fileName)).toBe(expected);
  });

  it("is drawn as the Protomaps basemap only when it has its layers", () => {
    expect(styleOf({ format: "pbf", layers: layers("earth", "water", "roads", "places") })).toBe("protomaps");
    expect(styleOf({ format: "pbf", layers: layers("water", "roads") })).toBe("generic");
    expect(styleOf({ format: "png", layers: [] })).toBeNull();
  });

  it("of the Protomaps schema always names OpenStreetMap", () => {
    expect(attributionOf({ attribution: "" }, "protomaps")).toContain("OpenStreetMap");
    expect(attributionOf({ attribution: "© Me" }, "protomaps")).toBe("© Me");
    expect(attributionOf({ attribution: "" }, "generic")).toBe("");
  });

  it("is changed by who added it and by administrators", () => {
    expect([canChange({ ownerId: "ada" }, ADA), canChange({ ownerId: "bob" }, ADA)]).toEqual([true, false]);
    expect(canChange({ ownerId: "ada" }, ROOT)).toBe(true);
  });

  it.each([
    ["b", 0, ["b", "a", "c"]],
    ["a", 1, ["b", "a", "c"]],
    ["a", 99, ["b", "c", "a"]],
    ["c", 2, ["a", "b", "c"]],
  ])("moves in the drawing order: %s to %i", (id, place, expected) => {
    expect(movedTo(["a", "b", "c"], id, place)).toEqual(expected);
  });
});

describe("the room for an upload", () => {
  const plenty = 100 * MAX_BYTES_OF_USER;

  it("leaves a reserve on the disk", () => {
    expect(uploadRoom(ROOT, { ofCaller: 0, freeBytes: RESERVED_BYTES + 5 })).toBe(5);
    expect(uploadRoom(ROOT, { ofCaller: 0, freeBytes: 0 })).toBeLessThan(0);
  });

  it("is limited for who does not administer the station", () => {
    expect(uploadRoom(ADA, { ofCaller: MAX_BYTES_OF_USER - 7, freeBytes: plenty })).toBe(7);
    expect(uploadRoom(ROOT, { ofCaller: MAX_BYTES_OF_USER, freeBytes: plenty })).toBe(plenty - RESERVED_BYTES);
  });
});
