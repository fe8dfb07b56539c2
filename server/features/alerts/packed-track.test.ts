import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fix, Sample } from "./alert.model.ts";
import { fixAt } from "./conditions.rules.ts";
import { inOrder } from "./episodes.rules.ts";
import { packedOperator, packedSamples } from "./packed-track.ts";

const height = fc.oneof(
  fc.constant(NaN),
  fc.integer({ min: -1000, max: 20_000_000 }).map((mm) => mm / 1000),
);

/** Few times and places, so that many are there already or have the time of another. */
const sample: fc.Arbitrary<Sample> = fc.record({
  timeMs: fc.integer({ min: 0, max: 40 }),
  suboperation: fc.integer({ min: 1, max: 2 }),
  latitude: fc.constantFrom(-12.345_678_9, 49.999_999_9, 50),
  longitude: fc.constantFrom(-179.999_999_9, 14.4),
  mslM: height,
  wgs84M: fc.constantFrom(NaN, 300.123),
  aglM: height,
  atoM: fc.constantFrom(NaN, 0, 31.5),
});

type Action = { readonly insert: Sample } | { readonly removeFirst: number } | { readonly replace: readonly Sample[] };
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ insert: sample }) },
  { weight: 1, arbitrary: fc.record({ removeFirst: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ replace: fc.array(sample, { maxLength: 40 }) }) },
);

const once = (samples: readonly Sample[]): readonly Sample[] =>
  samples.toSorted(inOrder).filter((one, index, all) => index === 0 || inOrder(all[index - 1]!, one) !== 0);

describe("a packed track", () => {
  it("answers as a list of objects in order does, whatever comes and is taken away", () => {
    fc.assert(
      fc.property(
        fc.array(action, { size: "+1" }),
        fc.integer({ min: -5, max: 60 }),
        fc.nat(20),
        (actions, atMs, ageMs) => {
          const packed = packedSamples();
          let plain: readonly Sample[] = [];
          for (const one of actions) {
            if ("insert" in one) {
              const isNew = plain.every((other) => inOrder(other, one.insert) !== 0);
              expect(packed.insert(one.insert)).toBe(isNew);
              if (isNew) plain = [...plain, one.insert].toSorted(inOrder);
            } else if ("removeFirst" in one) {
              const count = Math.min(one.removeFirst, plain.length);
              packed.removeFirst(count);
              plain = plain.slice(count);
            } else {
              plain = once(one.replace);
              packed.replace(plain);
            }
            expect(packed.newest).toEqual(plain.at(-1));
          }
          expect(packed.list()).toEqual(plain);
          expect(packed.list(2, 5)).toEqual(plain.slice(2, 5));
          expect(packed.length).toBe(plain.length);
          expect(plain.map((_, index) => packed.timeMs(index))).toEqual(plain.map(({ timeMs }) => timeMs));
          expect(packed.newestAt(atMs, ageMs)).toEqual(fixAt(plain, atMs, ageMs));
          expect(packed.newestAt(atMs)).toEqual(fixAt(plain, atMs, Infinity));
          expect(packed.countBefore(atMs)).toBe(plain.filter(({ timeMs }) => timeMs < atMs).length);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("keeps an operator's places, those of one time in an order of their own", () => {
    const place = (timeMs: number, latitude: number): Fix => ({ timeMs, latitude, longitude: 14, wgs84M: NaN });
    const packed = packedOperator();
    expect([place(2, 50), place(1, 49), place(2, 48), place(2, 50)].map((fix) => packed.insert(fix))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(packed.list()).toEqual([place(1, 49), place(2, 48), place(2, 50)]);
  });

  it("needs 64 bytes for a sample, and frees the memory of a burst of them", () => {
    const packed = packedSamples();
    const at = (timeMs: number): Sample => ({
      timeMs,
      suboperation: 1,
      latitude: 50,
      longitude: 14,
      mslM: NaN,
      wgs84M: NaN,
      aglM: NaN,
      atoM: NaN,
    });
    for (let timeMs = 0; timeMs < 3000; timeMs++) packed.insert(at(timeMs));
    expect(packed.bytes).toBeLessThanOrEqual(3000 * 64 * 1.5);
    packed.removeFirst(2990);
    expect(packed.bytes).toBeLessThanOrEqual(20 * 64);
  });
});
