import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonTextOf, cacheJson } from "./cached-json.ts";

describe("the JSON text of what never changes", () => {
  test("is that of JSON.stringify, marked or not, alone or in lists", () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(object, fc.boolean()), { maxLength: 6 }), (entries) => {
        const list = entries.map(([one, isMarked]) => (isMarked ? cacheJson(one) : one));
        for (const value of [list, ...list]) {
          expect(jsonTextOf(value)).toBe(JSON.stringify(value));
          expect(jsonTextOf(value)).toBe(JSON.stringify(value));
        }
      }),
    );
    for (const value of [[], null, "text", 1, [1, "a"], [cacheJson({ a: undefined }), null, undefined, 2]]) {
      expect(jsonTextOf(value)).toBe(JSON.stringify(value));
    }
  });

  test("is made once", () => {
    let made = 0;
    const one = cacheJson({ toJSON: () => `made ${++made}` });
    expect([jsonTextOf(one), jsonTextOf([one, one])]).toEqual(['"made 1"', '["made 1","made 1"]']);
  });
});
