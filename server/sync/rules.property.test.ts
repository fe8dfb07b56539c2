import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Candidate, matchAfterLostAnswer, matchEqual } from "./record-match.rules.ts";
import { type Decision, type Fields, isSame, mergeFields } from "./merge.rules.ts";
import { collideInSeconds, matchTimes } from "./points.rules.ts";

/** The pure rules of synchronisation, over whatever values there may be. */

const NAMES = ["name", "weight", "groups", "visibility"] as const;
const value = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom("a", "b", "private", "public"),
);
const fields: fc.Arbitrary<Fields> = fc.record({
  name: value,
  weight: value,
  groups: fc.array(value),
  visibility: value,
});
const sides = fc.record({ here: fields, there: fields });

describe("the merge per field", () => {
  const applied = (to: Fields, own: Fields): Fields => ({ ...own, ...to });

  it("leaves both sides equal in every field that is not in conflict, and touches none that is", () => {
    fc.assert(
      fc.property(fc.option(fields), sides, (base, both) => {
        const { toHere, toThere, merged, conflicts } = mergeFields(base, both, null);
        for (const name of NAMES) {
          if (name in conflicts) {
            expect([name in toHere, name in toThere]).toEqual([false, false]);
            continue;
          }
          expect(isSame(applied(toHere, both.here)[name], applied(toThere, both.there)[name])).toBe(true);
          expect(isSame(merged[name], applied(toHere, both.here)[name])).toBe(true);
        }
      }),
    );
  });

  it("never drops what only one side changed, and reports a conflict where both changed it differently", () => {
    fc.assert(
      fc.property(fields, sides, (base, { here, there }) => {
        const { merged, conflicts } = mergeFields(base, { here, there }, null);
        for (const name of NAMES) {
          const [isHereNew, isThereNew] = [!isSame(here[name], base[name]), !isSame(there[name], base[name])];
          const isInConflict = isHereNew && isThereNew && !isSame(here[name], there[name]);
          expect(name in conflicts).toBe(isInConflict);
          if (isHereNew && !isInConflict) expect(merged[name]).toEqual(here[name]);
          if (isThereNew && !isInConflict && !isHereNew) expect(merged[name]).toEqual(there[name]);
        }
      }),
    );
  });

  it("has nothing to do a second time", () => {
    fc.assert(
      fc.property(fc.option(fields), sides, (base, both) => {
        const { toHere, toThere, merged, conflicts } = mergeFields(base, both, null);
        const again = { here: applied(toHere, both.here), there: applied(toThere, both.there) };
        const second = mergeFields(merged, again, null);
        for (const name of NAMES.filter((one) => !(one in conflicts))) {
          expect([name in second.toHere, name in second.toThere, name in second.conflicts]).toEqual([
            false,
            false,
            false,
          ]);
        }
      }),
    );
  });

  it("does the same whichever side it is looked at from", () => {
    fc.assert(
      fc.property(fc.option(fields), sides, (base, { here, there }) => {
        const one = mergeFields(base, { here, there }, null);
        const other = mergeFields(base, { here: there, there: here }, null);
        expect(other.toHere).toEqual(one.toThere);
        expect(other.toThere).toEqual(one.toHere);
        expect(Object.keys(other.conflicts)).toEqual(Object.keys(one.conflicts));
      }),
    );
  });

  it("applies a decision for every field, and then nothing is open", () => {
    const decided = fc.oneof(fc.constantFrom("here", "there"), fc.record({ value }));
    const decision: fc.Arbitrary<Decision> = fc.record({
      name: decided,
      weight: decided,
      groups: decided,
      visibility: decided,
    });
    fc.assert(
      fc.property(fc.option(fields), sides, decision, (base, both, chosen) => {
        const { merged, conflicts } = mergeFields(base, both, chosen);
        expect(conflicts).toEqual({});
        for (const name of NAMES) {
          if (isSame(both.here[name], both.there[name])) continue;
          const choice = chosen[name];
          const wanted =
            choice === "here" || choice === "there" ? both[choice][name] : (choice as { value: unknown }).value;
          expect(merged[name]).toEqual(wanted);
        }
      }),
    );
  });

  it("makes nothing public of which one side is private, without a common copy", () => {
    const visibility = fc.constantFrom("private", "public");
    fc.assert(
      fc.property(visibility, visibility, (here, there) => {
        const { merged } = mergeFields(null, { here: { visibility: here }, there: { visibility: there } }, null);
        expect(merged["visibility"]).toBe(here === "public" && there === "public" ? "public" : "private");
      }),
    );
  });
});

const BEGIN_MS = Date.parse("2026-06-01T08:00:00Z");
const offsets = fc.uniqueArray(fc.integer({ min: 0, max: 60_000 }), { maxLength: 60 });
const at = (offsetMs: number) => ({ time: new Date(BEGIN_MS + offsetMs).toISOString() });

describe("the comparison of points by time", () => {
  it("finds exactly what is missing, whatever else the peer has and in whatever order", () => {
    fc.assert(
      fc.property(offsets, fc.infiniteStream(fc.boolean()), fc.func(fc.integer()), (all, kept, order) => {
        const there = all.filter(() => kept.next().value);
        const shuffled = there.toSorted((one, other) => order(one) - order(other) || one - other);
        // A peer of which every time is a whole second may have rounded: not the subject here.
        fc.pre(there.some((offsetMs) => offsetMs % 1000 !== 0) || there.length === all.length);
        const { missing, extra, hasWholeSeconds } = matchTimes(all.map(at), shuffled.map(at));
        expect(missing.map(({ time }) => time)).toEqual(
          all.filter((one) => !there.includes(one)).map((one) => at(one).time),
        );
        expect([extra, hasWholeSeconds]).toEqual([0, false]);
      }),
    );
  });

  it("counts what is there twice", () => {
    fc.assert(
      fc.property(offsets, fc.nat({ max: 9 }), (all, twice) => {
        const doubled = all.slice(0, twice);
        const { missing, extra } = matchTimes(all.map(at), [...all, ...doubled].map(at));
        expect([missing, extra]).toEqual([[], doubled.length]);
      }),
    );
  });

  it("recognises points at a peer that keeps whole seconds, where no two share one", () => {
    const spread = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        spread,
        fc.integer({ min: 1, max: 999 }),
        fc.constantFrom(Math.floor, Math.round),
        (all, ms, whole) => {
          const here = all.map((second) => at(second * 1000 + ms));
          const there = all.map((second) => at(whole((second * 1000 + ms) / 1000) * 1000));
          expect(collideInSeconds(here)).toBe(false);
          expect(matchTimes(here, there)).toMatchObject({ missing: [], extra: 0, hasWholeSeconds: true });
        },
      ),
    );
  });
});

describe("what a request with a lost answer has created", () => {
  const aircraft = fc.record({ name: value, weight: value, uas_class: value, endurance: value });
  const candidates: fc.Arbitrary<readonly Candidate[]> = fc
    .array(aircraft, { maxLength: 4 })
    .map((all) => all.map((one, index) => ({ id: String(index), fields: one })));

  it("is never one of several that are equally like it, and never one that is not there", () => {
    fc.assert(
      fc.property(aircraft, candidates, (sent, there) => {
        const match = matchAfterLostAnswer(sent, there);
        const equal = matchEqual(sent, there);
        if (equal.kind !== "none") expect(match).toEqual(equal);
        const found = match.kind === "one" ? there.find(({ id }) => id === match.id) : undefined;
        expect(found?.fields["name"] ?? sent.name).toEqual(sent.name);
        if (match.kind === "unsure") expect(there).toContain(match.candidate);
        if (match.kind === "several") expect(match.count).toBeGreaterThan(1);
      }),
    );
  });

  it("does not depend on the order of a list", () => {
    fc.assert(
      fc.property(aircraft, candidates, (sent, there) => {
        expect(matchAfterLostAnswer(sent, there.toReversed())).toEqual(matchAfterLostAnswer(sent, there));
      }),
    );
  });
});
