import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Identifier } from "../../../kernel/sighting.ts";
import type { PositionMatch } from "./fusion.rules.ts";
import type { GroupMember } from "./suboperation-groups.rules.ts";
import { groupSuboperations, linksOf } from "./suboperation-groups.rules.ts";

const serial = (value: string): Identifier => ({ type: "serial_number", value });
const registration = (value: string): Identifier => ({ type: "caa_registration_id", value });

type Piece = GroupMember & {
  readonly name: string;
  readonly northM: number;
  /** Names of those that were elsewhere at once, later. */
  readonly apartFrom: string;
};

/** A suboperation of one minute, at the same position as all others unless `northM` says how far north. */
function piece(name: string, changes: Partial<Piece> = {}): Piece {
  return {
    name,
    sensorId: name,
    technology: "wifi_beacon",
    transmitter: `mac:${name}`,
    identifiers: [],
    firstMs: 0,
    lastMs: 60_000,
    pinnedOperation: null,
    northM: 0,
    apartFrom: "",
    ...changes,
  };
}

function matchPositions(a: Piece, b: Piece): PositionMatch {
  const apartM = Math.abs(a.northM - b.northM);
  return { isPlausible: apartM <= 300, isNearby: apartM <= 50 };
}

const areApart = (a: Piece, b: Piece) => a.apartFrom.includes(b.name) || b.apartFrom.includes(a.name);

const grouped = (pieces: readonly Piece[]) =>
  groupSuboperations(pieces, matchPositions, areApart)
    .groups.map((group) =>
      group
        .map(({ name }) => name)
        .toSorted()
        .join(""),
    )
    .toSorted()
    .join(" ");

const [A, B] = [{ identifiers: [serial("A")] }, { identifiers: [serial("B")] }];
const R = { identifiers: [registration("R")] };
const both = { identifiers: [serial("A"), registration("R")] };
const on = (transmitter: string) => ({ transmitter });
const at = (northM: number) => ({ northM });
const apartFrom = (names: string) => ({ apartFrom: names });

const CASES: readonly [string, readonly Piece[], string][] = [
  ["a shared identifier joins, over any number of steps", [piece("a", A), piece("b", both), piece("c", R)], "abc"],
  ["another identifier does not", [piece("a", A), piece("b", B)], "a b"],
  ["an identifier too far away does not", [piece("a", A), piece("b", { ...A, ...at(400) })], "a b"],
  [
    "an address joins what is unidentified",
    [piece("a", { ...A, ...on("m") }), piece("b", { ...on("m"), ...at(200) })],
    "ab",
  ],
  [
    "an address joins serial and registration",
    [piece("a", { ...A, ...on("m") }), piece("b", { ...R, ...on("m"), ...at(200) })],
    "ab",
  ],
  [
    "an address that two aircraft use joins nothing",
    [
      piece("a", { ...A, ...on("m") }),
      piece("b", { ...B, ...on("m"), ...at(100) }),
      piece("c", { ...on("m"), ...at(200) }),
    ],
    "a b c",
  ],
  ["nearness joins what is unidentified", [piece("a", A), piece("b", at(40)), piece("c", at(20))], "abc"],
  ["nearness to two aircraft joins nothing", [piece("a", A), piece("b", B), piece("c", at(20))], "a b c"],
  [
    "nearness of two that one receiver distinguishes joins nothing",
    [piece("a", A), piece("b", { sensorId: "van" }), piece("c", { sensorId: "van" })],
    "a b c",
  ],
  [
    "an unambiguous pair is joined beside an ambiguous one",
    [
      piece("a", A),
      piece("b", at(40)),
      piece("c", { ...B, ...at(1000) }),
      piece("d", { ...at(1000), ...R }),
      piece("e", at(1000)),
    ],
    "ab c d e",
  ],
  [
    "two aircraft are not joined through a chain of unidentified suboperations",
    [piece("a", A), piece("b", at(40)), piece("c", at(80)), piece("d", { ...B, ...at(120) })],
    "a b c d",
  ],
  [
    "an address is stronger than nearness",
    [piece("a", A), piece("b", { ...on("m"), ...at(20) }), piece("c", { ...B, ...on("m"), ...at(30) })],
    "a bc",
  ],
  [
    "pinned: together without any other evidence",
    [piece("a", { ...A, pinnedOperation: 1 }), piece("b", { ...B, pinnedOperation: 1 })],
    "ab",
  ],
  [
    "pinned: apart against all other evidence",
    [piece("a", { ...A, pinnedOperation: 1 }), piece("b", { ...A, pinnedOperation: 2 })],
    "a b",
  ],
  [
    "pinned apart: others go to the earlier one, and do not rejoin the two",
    [
      piece("a", { ...A, pinnedOperation: 1, firstMs: 1 }),
      piece("b", { ...A, pinnedOperation: 2 }),
      piece("c", A),
      piece("d", { ...A, firstMs: 5 }),
    ],
    "a bcd",
  ],
  [
    "pinned apart: an unidentified one near both stays alone",
    [piece("a", { ...A, pinnedOperation: 1 }), piece("b", { ...A, pinnedOperation: 2 }), piece("c")],
    "a b c",
  ],
  ["nearness does not join what was elsewhere at once later", [piece("a", A), piece("b", apartFrom("a"))], "a b"],
  [
    "of three near each other, the two stay together that nothing contradicts",
    [piece("a", A), piece("b"), piece("c", apartFrom("ab"))],
    "ab c",
  ],
  [
    "one that could be either of two that were apart stays alone",
    [piece("a", A), piece("b"), piece("c", apartFrom("a"))],
    "a b c",
  ],
  [
    "what contradicts one of those that share an identifier joins none of them",
    [piece("a", A), piece("b", A), piece("c", apartFrom("b"))],
    "ab c",
  ],
  [
    "a shared identifier or address joins also what was elsewhere at once",
    [
      piece("a", { ...A, ...on("m") }),
      piece("b", { ...A, ...apartFrom("a") }),
      piece("c", { ...on("m"), ...apartFrom("a") }),
    ],
    "abc",
  ],
  [
    "one that began near two aircraft stays alone, also when one of them was elsewhere later",
    [piece("a", A), piece("b", B), piece("c", apartFrom("b"))],
    "a b c",
  ],
];

it.each(CASES)("%s", (_, pieces, expected) => {
  expect(grouped(pieces)).toBe(expected);
});

it("finds the same operations in whatever order the suboperations come", () => {
  const anyPiece = fc
    .record({
      sensorId: fc.constantFrom("roof", "van", "mast"),
      technology: fc.constantFrom("wifi_beacon", "bluetooth_legacy"),
      transmitter: fc.constantFrom("mac:1", "mac:2", "mac:3", null),
      identifiers: fc.subarray([serial("A"), serial("B"), registration("R"), registration("Q")], { maxLength: 2 }),
      firstMs: fc.integer({ min: 0, max: 900_000 }),
      lengthMs: fc.integer({ min: 0, max: 300_000 }),
      pinnedOperation: fc.option(fc.constantFrom(1, 2), { freq: 4 }),
      northM: fc.integer({ min: 0, max: 400 }),
      apartFrom: fc.constantFrom("", "", "a", "bc", "def"),
    })
    .map(({ lengthMs, ...rest }) => ({ ...rest, lastMs: rest.firstMs + lengthMs }));
  const named = fc
    .uniqueArray(anyPiece, { maxLength: 10, selector: (one) => JSON.stringify(one) })
    .map((some) => some.map((one, index) => ({ ...one, name: String.fromCodePoint(97 + index) })));
  const shuffled = named.chain((some) =>
    fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
  );
  fc.assert(
    fc.property(shuffled, ([pieces, again]) => {
      expect(grouped(again)).toBe(grouped(pieces));
    }),
    { numRuns: 500 },
  );
});

describe("why a suboperation belongs to its operation", () => {
  const reasons = (pieces: readonly Piece[], placedManually = "") =>
    [...linksOf(pieces, matchPositions, ({ name }) => placedManually.includes(name))]
      .map(([{ name }, { reason }]) => `${name} ${reason}`)
      .toSorted();

  it("is the strongest evidence for any other one, and for the earliest that it was first seen", () => {
    const group = [
      piece("a", { ...A, firstMs: 5 }),
      piece("b", { ...A, ...on("m") }),
      piece("c", { ...on("m"), firstMs: 5 }),
      piece("d", { firstMs: 5 }),
    ];
    const expected = ["a same_identifier", "b first_seen", "c same_transmitter", "d continuity"];
    expect(reasons(group)).toEqual(expected);
    expect(reasons(group.toReversed())).toEqual(expected);
  });

  it("is the manual placement where there was one", () => {
    const group = [piece("a", { ...A, pinnedOperation: 1 }), piece("b", { ...B, pinnedOperation: 1, firstMs: 1 })];
    expect(reasons(group, "a")).toEqual(["a by_hand", "b first_seen"]);
  });
});
