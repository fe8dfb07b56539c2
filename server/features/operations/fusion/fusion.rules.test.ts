import { describe, expect, it } from "vitest";
import { MINUTE_MS, SECOND_MS } from "../../../kernel/clock.ts";
import type { Identifier } from "../../../kernel/sighting.ts";
import type { Fix } from "../model/operation.model.ts";
import type { SuboperationTraits, PositionMatch } from "./fusion.rules.ts";
import {
  CONFIDENCE,
  compareIdentifiers,
  continuesSuboperation,
  EVIDENCE,
  hasEvidence,
  isNearby,
  isPlausibleMove,
  areDistinguished,
  isWithinGap,
} from "./fusion.rules.ts";

const serial = (value: string): Identifier => ({ type: "serial_number", value });
const registration = (value: string): Identifier => ({ type: "caa_registration_id", value });

/** A position so many metres north of a common one. */
const fix = (north: number, timeMs = 0): Fix => ({ latitude: 50 + north / 111_195, longitude: 14.4, timeMs });

type TestTraits = SuboperationTraits & { readonly lastFix: Fix | null };

function suboperation(changes: Partial<TestTraits> = {}): TestTraits {
  return {
    sensorId: "roof",
    technology: "wifi_beacon",
    transmitter: null,
    identifiers: [],
    firstMs: 0,
    lastMs: 0,
    lastFix: null,
    ...changes,
  };
}

describe("two sets of identifiers", () => {
  it.each([
    [[], [], "inconclusive"],
    [[serial("A")], [], "inconclusive"],
    [[serial("A")], [serial("A")], "shared"],
    [[serial("A")], [serial("B")], "contradicts"],
    [[serial("A")], [registration("A")], "inconclusive"],
    [[serial("A"), registration("R")], [registration("R")], "shared"],
    [[serial("A"), registration("R")], [serial("B"), registration("R")], "shared"],
    [[serial("A"), registration("R")], [registration("Q")], "contradicts"],
    [[serial("a")], [serial("A")], "contradicts"],
  ] as const)("%o and %o: %s", (a, b, agreement) => {
    expect(compareIdentifiers(a, b)).toBe(agreement);
    expect(compareIdentifiers(b, a)).toBe(agreement);
  });
});

describe("a gap", () => {
  it.each([
    [0, true],
    [10 * MINUTE_MS, true],
    [10 * MINUTE_MS + 1, false],
    [-10 * MINUTE_MS, true],
    [-10 * MINUTE_MS - 1, false],
  ])("of %d ms before or after a suboperation continues it: %s", (awayMs, expected) => {
    const known = { firstMs: 1_000_000, lastMs: 2_000_000 };
    const timeMs = (awayMs < 0 ? known.firstMs : known.lastMs) + awayMs;
    expect(isWithinGap(known, { firstMs: timeMs, lastMs: timeMs })).toBe(expected);
    expect(isWithinGap({ firstMs: timeMs, lastMs: timeMs }, known)).toBe(expected);
  });
});

describe("a move", () => {
  it.each([
    [fix(0), fix(299), true],
    [fix(0), fix(301), false],
    [fix(0), fix(1700, 10 * SECOND_MS), true],
    [fix(0, 10 * SECOND_MS), fix(1700), true],
    [fix(0), fix(1900, 10 * SECOND_MS), false],
    [fix(0), null, true],
    [null, null, true],
  ])("from %o to %o is plausible: %s", (a, b, expected) => {
    expect(isPlausibleMove(a, b)).toBe(expected);
  });
});

describe("a sighting continues a suboperation of its sensor", () => {
  const known = suboperation({ transmitter: "mac:1", identifiers: [serial("A")], lastFix: fix(0) });
  it.each<[string, Partial<TestTraits>, boolean]>([
    ["same transmitter, nothing declared", { transmitter: "mac:1" }, true],
    ["same transmitter, same identifier", { transmitter: "mac:1", identifiers: [serial("A")] }, true],
    ["same transmitter, another identifier", { transmitter: "mac:1", identifiers: [serial("B")] }, false],
    [
      "same transmitter, a further kind of identifier",
      { transmitter: "mac:1", identifiers: [registration("R")] },
      true,
    ],
    ["another transmitter, same identifier, near", { transmitter: "mac:2", identifiers: [serial("A")] }, true],
    [
      "another transmitter, same identifier, too far",
      { transmitter: "mac:2", identifiers: [serial("A")], lastFix: fix(5000) },
      false,
    ],
    ["another transmitter, nothing declared", { transmitter: "mac:2" }, false],
    ["no transmitter, same identifier", { identifiers: [serial("A")] }, true],
    ["too late", { transmitter: "mac:1", firstMs: 10 * MINUTE_MS + 1, lastMs: 10 * MINUTE_MS + 1 }, false],
  ])("%s", (_, seen, expected) => {
    expect(continuesSuboperation(known, suboperation(seen))).toBe(expected);
  });
});

describe("a position", () => {
  it.each([
    [fix(0), fix(40), true],
    [fix(0), fix(60), false],
    [fix(0), fix(120, 3 * SECOND_MS), true],
    [fix(0), fix(40, 6 * SECOND_MS), false],
    [fix(0), null, false],
  ])("%o is near %o: %s", (a, b, expected) => {
    expect(isNearby(a, b)).toBe(expected);
  });
});

describe("two suboperations are one operation", () => {
  const known = suboperation({ transmitter: "mac:1", identifiers: [serial("A")] });
  const elsewhere = { sensorId: "van" };
  const [near, far] = [
    { isPlausible: true, isNearby: true },
    { isPlausible: false, isNearby: false },
  ];
  const between = { isPlausible: true, isNearby: false };
  it.each<[string, Partial<SuboperationTraits>, PositionMatch, string | undefined]>([
    ["same identifier", { ...elsewhere, identifiers: [serial("A")] }, between, "same_identifier"],
    ["same identifier, implausibly far", { ...elsewhere, identifiers: [serial("A")] }, far, undefined],
    [
      "same identifier, too late",
      { identifiers: [serial("A")], firstMs: 11 * MINUTE_MS, lastMs: 11 * MINUTE_MS },
      near,
      undefined,
    ],
    ["same transmitter", { ...elsewhere, transmitter: "mac:1" }, between, "same_transmitter"],
    ["same transmitter, implausibly far", { ...elsewhere, transmitter: "mac:1" }, far, undefined],
    ["same transmitter, another identifier", { transmitter: "mac:1", identifiers: [serial("B")] }, near, undefined],
    ["near in place and time, nothing declared", elsewhere, near, "continuity"],
    ["near, over another technology", { technology: "bluetooth_legacy" }, near, "continuity"],
    ["near, but by the same receiver", { transmitter: "mac:2" }, near, undefined],
    ["near, another identifier", { ...elsewhere, identifiers: [serial("B")] }, near, undefined],
    ["near, another kind of identifier", { ...elsewhere, identifiers: [registration("R")] }, near, undefined],
    ["nothing declared, but not near", elsewhere, between, undefined],
    ["near, but not at the same time", { ...elsewhere, firstMs: 6000, lastMs: 6000 }, near, undefined],
  ])("%s", (_, changes, positions, reason) => {
    const fresh = suboperation(changes);
    const found = (a: SuboperationTraits, b: SuboperationTraits) =>
      EVIDENCE.find((kind) => hasEvidence(kind, a, b, () => positions));
    expect(found(known, fresh)).toBe(reason);
    expect(found(fresh, known)).toBe(reason);
  });

  it("with most confidence by an identifier, less by a transmitter, least by continuity", () => {
    const confidences = EVIDENCE.map((kind) => CONFIDENCE[kind]);
    expect(confidences.toSorted((a, b) => b - a)).toEqual(confidences);
  });
});

it.each<[Partial<SuboperationTraits>, boolean]>([
  [{ transmitter: "mac:2" }, true],
  [{ transmitter: "mac:1" }, false],
  [{ transmitter: "mac:2", sensorId: "van" }, false],
  [{ transmitter: "mac:2", technology: "bluetooth_legacy" }, false],
  [{ transmitter: "mac:2", firstMs: 1, lastMs: 1 }, false],
])("one receiver distinguishes a suboperation from another with %o: %s", (changes, expected) => {
  expect(areDistinguished(suboperation({ transmitter: "mac:1" }), suboperation(changes))).toBe(expected);
});
