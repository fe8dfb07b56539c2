import { describe, expect, it } from "vitest";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { Identifier } from "../../kernel/sighting.ts";
import type { Company, Fix, Fragment } from "./fusion.rules.ts";
import {
  bestLink,
  compareIdentifiers,
  continuesFragment,
  contradictsCompany,
  isPlausibleMove,
  isWithinGap,
  linkBetween,
} from "./fusion.rules.ts";

const serial = (value: string): Identifier => ({ type: "serial_number", value });
const registration = (value: string): Identifier => ({ type: "caa_registration_id", value });

/** A place so many metres north of a common one. */
const fix = (north: number, timeMs = 0): Fix => ({ latitude: 50 + north / 111_195, longitude: 14.4, timeMs });

function fragment(changes: Partial<Fragment> = {}): Fragment {
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
    [[], [], "silent"],
    [[serial("A")], [], "silent"],
    [[serial("A")], [serial("A")], "shared"],
    [[serial("A")], [serial("B")], "contradicts"],
    [[serial("A")], [registration("A")], "silent"],
    [[serial("A"), registration("R")], [registration("R")], "shared"],
    [[serial("A"), registration("R")], [serial("B"), registration("R")], "shared"],
    [[serial("A"), registration("R")], [registration("Q")], "contradicts"],
    [[serial("a")], [serial("A")], "contradicts"],
  ] as const)("%o and %o: %s", (a, b, agreement) => {
    expect(compareIdentifiers(a, b)).toBe(agreement);
    expect(compareIdentifiers(b, a)).toBe(agreement);
  });
});

describe("a silence", () => {
  it.each([
    [0, true],
    [10 * MINUTE_MS, true],
    [10 * MINUTE_MS + 1, false],
    [-10 * MINUTE_MS, true],
    [-10 * MINUTE_MS - 1, false],
  ])("of %d ms before or after a fragment is within the gap: %s", (awayMs, expected) => {
    const known = { firstMs: 1_000_000, lastMs: 2_000_000 };
    expect(isWithinGap(known, (awayMs < 0 ? known.firstMs : known.lastMs) + awayMs)).toBe(expected);
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

describe("a sighting continues a fragment of its sensor", () => {
  const known = fragment({ transmitter: "mac:1", identifiers: [serial("A")], lastFix: fix(0) });
  it.each<[string, Partial<Fragment>, boolean]>([
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
    ["too late", { transmitter: "mac:1", firstMs: 10 * MINUTE_MS + 1 }, false],
  ])("%s", (_, seen, expected) => {
    expect(continuesFragment(known, fragment(seen))).toBe(expected);
  });
});

describe("two fragments are one flight", () => {
  const known = fragment({ transmitter: "mac:1", identifiers: [serial("A")], lastFix: fix(0) });
  const elsewhere = { sensorId: "van" };
  it.each<[string, Partial<Fragment>, string | undefined]>([
    ["same identifier", { ...elsewhere, identifiers: [serial("A")], lastFix: fix(100) }, "same_identifier"],
    ["same identifier, place unknown", { ...elsewhere, identifiers: [serial("A")] }, "same_identifier"],
    ["same identifier, implausibly far", { ...elsewhere, identifiers: [serial("A")], lastFix: fix(5000) }, undefined],
    ["same identifier, too late", { identifiers: [serial("A")], firstMs: 11 * MINUTE_MS }, undefined],
    ["same transmitter", { ...elsewhere, transmitter: "mac:1", lastFix: fix(100) }, "same_transmitter"],
    ["same transmitter, another identifier", { transmitter: "mac:1", identifiers: [serial("B")] }, undefined],
    ["near in place and time, nothing declared", { ...elsewhere, lastFix: fix(40) }, "continuity"],
    ["near, over another technology", { technology: "bluetooth_legacy", lastFix: fix(40) }, "continuity"],
    ["near, but by the same receiver", { lastFix: fix(40), transmitter: "mac:2" }, undefined],
    ["near, another identifier", { ...elsewhere, identifiers: [serial("B")], lastFix: fix(10) }, undefined],
    [
      "near, another kind of identifier",
      { ...elsewhere, identifiers: [registration("R")], lastFix: fix(10) },
      undefined,
    ],
    ["60 m away", { ...elsewhere, lastFix: fix(60) }, undefined],
    ["120 m away after 3 s", { ...elsewhere, lastFix: fix(120, 3 * SECOND_MS) }, "continuity"],
    ["near, but 6 s later", { ...elsewhere, lastFix: fix(40, 6 * SECOND_MS) }, undefined],
    ["nothing known of either place", { ...elsewhere }, undefined],
  ])("%s", (_, fresh, reason) => {
    expect(linkBetween(known, fragment(fresh))?.reason).toBe(reason);
  });

  it("surer of an identifier than of a transmitter, and least sure of mere continuity", () => {
    const sure = [
      linkBetween(known, fragment({ ...elsewhere, identifiers: [serial("A")] })),
      linkBetween(known, fragment({ ...elsewhere, transmitter: "mac:1" })),
      linkBetween(known, fragment({ ...elsewhere, lastFix: fix(0) })),
    ].map((link) => link?.confidence ?? 0);
    expect(sure.toSorted((a, b) => b - a)).toEqual(sure);
  });
});

describe("the best link", () => {
  type Candidate = Fragment & { readonly of: Company };
  const company = (...identifiers: readonly (readonly Identifier[])[]): Company => ({
    suboperations: identifiers.map((some) => ({ declared: { identifiers: some } })),
  });
  const near = (of: Company, changes: Partial<Fragment> = {}): Candidate => ({
    ...fragment({ sensorId: "van", lastFix: fix(10), ...changes }),
    of,
  });
  const best = (candidates: readonly Candidate[], changes: Partial<Fragment> = {}) =>
    bestLink(candidates, fragment({ transmitter: "mac:1", lastFix: fix(0), ...changes }), ({ of }) => of);

  it("by continuity needs a single operation to continue", () => {
    const [a, b] = [company([]), company([])];
    expect(best([near(a)])).toMatchObject({ reason: "continuity" });
    expect(best([near(a), near(a)])).toMatchObject({ reason: "continuity" });
    expect(best([near(a), near(b)])).toBeUndefined();
  });

  it("by transmitter needs a single operation on that transmitter", () => {
    const [a, b] = [company([]), company([])];
    const sameTransmitter = { transmitter: "mac:1" };
    expect(best([near(a, sameTransmitter), near(b)])).toMatchObject({ reason: "same_transmitter" });
    expect(best([near(b), near(a, sameTransmitter)])).toMatchObject({ reason: "same_transmitter" });
    expect(best([near(a, sameTransmitter), near(b, sameTransmitter)])).toBeUndefined();
  });

  it("by identifier wins over all others", () => {
    const named = near(company([serial("A")]), { identifiers: [serial("A")] });
    const candidates = [near(company([])), near(company([]), { transmitter: "mac:1" }), named, near(company([]))];
    expect(best(candidates, { identifiers: [serial("A")] })).toMatchObject({
      reason: "same_identifier",
      candidate: named,
    });
  });

  it("is none to an operation of another aircraft, silent as its nearest fragment may be", () => {
    const others = company([serial("B")], []);
    expect(best([near(others)], { identifiers: [serial("A")] })).toBeUndefined();
    expect(best([near(others, { transmitter: "mac:1" })], { identifiers: [serial("A")] })).toBeUndefined();
    expect(best([near(others), near(company([]))], { identifiers: [serial("A")] })).toMatchObject({
      reason: "continuity",
    });
  });

  it("is none without candidates", () => {
    expect(best([])).toBeUndefined();
  });
});

it.each([
  [[[]], [serial("A")], false],
  [[[serial("A")]], [serial("A")], false],
  [[[serial("B")]], [serial("A")], true],
  [[[], [serial("B")]], [serial("A")], true],
  [[[serial("A"), registration("R")], [registration("Q")]], [serial("A")], false],
  [[[serial("B")]], [], false],
])("a company that declares %o contradicts %o: %s", (declared, identifiers, expected) => {
  const suboperations = declared.map((some) => ({ declared: { identifiers: some } }));
  expect(contradictsCompany({ suboperations }, identifiers)).toBe(expected);
});
