import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiStation, Detail } from "./api-station.ts";
import { startApiStation } from "./api-station.ts";
import { LONG, REGION, refusalOf } from "./bad-input.refusal.ts";

let station: ApiStation;
beforeAll(async () => void (station = await startApiStation()));
afterAll(() => station.stop());

describe("a region", () => {
  it.each([
    ["across the antimeridian", "179.9,-17.1,-179.9,-16.9"],
    ["from the antimeridian", "180,-17.1,-179.9,-16.9"],
    ["to the antimeridian", "179.9,-17.1,180,-16.9"],
    ["on both sides of it, of no width", "180,-17.1,-180,-16.9"],
    ["around the north pole", "-180,89.8,180,90"],
    ["around the south pole", "-180,-90,180,-89.8"],
    ["that is the north pole", "0,90,0,90"],
    ["that is the south pole, all of its meridians", "-180,-90,180,-90"],
    ["that is a point", "14.4,50,14.4,50"],
    ["that is a line", "14.39,50,14.44,50"],
    ["with spaces and signs", " +14.39, 4.999e1 ,14.44,+50.04 "],
  ])("%s is a region like any other", async (_what, bbox) => {
    for (const kind of ["ua", "operator", "system", "global-ua", "global-operator", "global-system"]) {
      const query = kind.startsWith("global") ? { bbox } : { from: "-PT12H", bbox };
      expect([kind, (await station.get(`/v2/airspace/telemetry/${kind}`, query)).status]).toEqual([kind, 200]);
    }
    expect((await station.get("/v2/airspace/operations", { from: "-PT12H", bbox })).status).toBe(200);
  });

  it("around a pole is too large as soon as its area is", async () => {
    const ask = (bbox: string) => refusalOf(station, "/v2/airspace/telemetry/ua", { from: "-PT1H", bbox });
    expect((await ask("-180,89.75,180,90")).status).toBe(200);
    expect(await ask("-180,89.7,180,90")).toMatchObject({ status: 422, named: ["query.bbox"] });
  });
});

describe("an id in the path", () => {
  it.each(["x", "%00", "%F0%9F%9A%81", "..%2f..%2fetc", "'%3b--", "NaN", "%25"])(
    "of nothing, %s, is 404",
    async (id) => {
      for (const path of [`/v2/airspace/operations/${id}`, `/v2/airspace/operations/${id}/statistics`]) {
        const response = await fetch(station.url + path);
        expect([path, response.status]).toEqual([path, 404]);
        expect(await response.json()).toMatchObject({ detail: { loc: ["path", "operation_id"] } });
      }
    },
  );

  it("that is too long is refused, and one that is no text is a path that is not there", async () => {
    const tooLong = await fetch(`${station.url}/v2/airspace/operations/${"x".repeat(129)}`);
    expect([tooLong.status, await tooLong.json()]).toMatchObject([
      422,
      { detail: [{ loc: ["path", "operation_id"] }] },
    ]);
    const malformed = await fetch(`${station.url}/v2/airspace/operations/%E0%A4%A`);
    expect(malformed.status).toBeGreaterThanOrEqual(400);
    expect(malformed.status).toBeLessThan(500);
  });

  it("of a removal with globalize=true is a UUID", async () => {
    const removal = await fetch(`${station.url}/v2/airspace/operations/x?globalize=true`, { method: "DELETE" });
    expect([removal.status, await removal.json()]).toMatchObject([
      422,
      { detail: { type: "invalid_operation_id", loc: ["path", "operation_id"], input: "x" } },
    ]);
  });
});

describe("a body of parameters", () => {
  it.each(["ua", "operator", "system"])("of %s names what is wrong in it", async (kind) => {
    const wrong: readonly (readonly [string, unknown])[] = [
      ["from", 5],
      ["from", ["-PT1H"]],
      ["from", { $gt: "" }],
      ["bbox", [14, 50, 14.1, 50.1]],
      ["bbox", ""],
      ["limit", "many"],
      ["limit", 1.5],
      ["limit", -1],
      ["limit", true],
      ["limit", 1e300],
      ["offset", null],
      ["offset", -1],
      ["order", ["time"]],
      ["globalize", "maybe"],
      ["globalize", 1],
      ["exclude_public", null],
      ["operation_id", 5],
      ["uas_id", ""],
      ["sensor_id", LONG],
    ];
    const answers = await Promise.all(
      wrong.map(async ([name, value]) => {
        const response = await fetch(`${station.url}/v2/airspace/telemetry/${kind}`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ from: "-PT12H", bbox: REGION, [name]: value }),
        });
        const { detail } = (await response.json()) as { readonly detail: readonly Detail[] };
        return [name, value, response.status, detail.map(({ loc }) => loc.slice(0, 2).join("."))];
      }),
    );
    expect(answers).toEqual(wrong.map(([name, value]) => [name, value, 422, [`body.${name}`]]));
  });
});
