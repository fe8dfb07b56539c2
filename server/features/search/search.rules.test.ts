import { describe, expect, it } from "vitest";
import { type Findable, rank } from "./search.rules.ts";

const named = (...names: readonly string[]): readonly Findable[] =>
  names.map((name, index) => ({ id: `${index}`, name, kind: "zone" }));
const found = (objects: readonly Findable[], query: string) => rank(objects, query).map(({ name }) => name);

describe("a search", () => {
  it("orders results by how well the name matches, then by name", () => {
    const objects = named("Old Mini", "Administration", "Minister", "mini", "Mini 2", "A-mini");
    expect(found(objects, "MINI")).toEqual(["mini", "Mini 2", "Minister", "A-mini", "Old Mini", "Administration"]);
  });

  it("ignores Unicode case and the composition of accents", () => {
    expect(found(named("Čáp"), "čáp")).toEqual(["Čáp"]);
    expect(found(named("Čáp"), "C\u030cA\u0301P")).toEqual(["Čáp"]);
  });

  it("ignores accents and hyphens, which not every keyboard has", () => {
    expect(found(named("Večerní čáp", "Sokol"), "vecerni cap")).toEqual(["Večerní čáp"]);
    expect(found(named("Vecer"), "Večer")).toEqual(["Vecer"]);
    expect(found(named("OK-ONE"), "ok one")).toEqual(["OK-ONE"]);
    expect(found(named("Sokol"), "-")).toEqual([]);
  });

  it.each([
    ["Straße", "STRASSE"],
    ["HAUPTSTRASSE", "straße"],
    ["ΟΔΟΣΑ", "οδοσ"],
    ["οδος", "ΟΔΟΣ"],
    ["İzmir", "i\u0307zmir"],
  ])("finds %s by %s", (name, query) => {
    expect(found(named(name), query)).toEqual([name]);
  });

  it("has no wildcards", () => {
    expect(found(named("100 %", "1000"), "%")).toEqual(["100 %"]);
    expect(found(named("a_b", "acb"), "_")).toEqual(["a_b"]);
  });

  it("without a query finds nothing", () => {
    expect(found(named("Mini"), "  ")).toEqual([]);
  });

  it("also finds objects by their other names", () => {
    expect(rank([{ id: "1", name: "Kite", kind: "device", alsoKnownAs: ["1596F35"] }], "1596f")).toHaveLength(1);
  });
});
