import { expect, test } from "vitest";
import { OTHER_SERIAL, SERIAL, basicId, system } from "../../test/support/frames.ts";
import { decodeOdid } from "./codecs/odid.decode.ts";
import type { AuthenticationMessage } from "./codecs/odid.messages.ts";
import { declaredOf, createDeclarationState, addDeclarations } from "./declared.ts";

function page(index: number, dataHex: string, rest: Partial<AuthenticationMessage> = {}): AuthenticationMessage {
  return {
    type: "authentication",
    authType: 1,
    page: index,
    lastPageIndex: null,
    length: null,
    timestampMs: null,
    dataHex,
    ...rest,
  };
}

test("the declared identity is the same object until something new is declared", () => {
  const declarations = createDeclarationState();
  addDeclarations(declarations, [basicId(SERIAL)]);
  const before = declaredOf(declarations);
  addDeclarations(declarations, [basicId(SERIAL)]);
  expect(declaredOf(declarations)).toBe(before);
  addDeclarations(declarations, [{ type: "self_id", descriptionType: 1, description: "Lost link" }]);
  expect(declaredOf(declarations)).toEqual({ ...before, descriptions: [{ type: "emergency", value: "Lost link" }] });
});

test("an identifier of type none or a reserved type declares nothing", () => {
  const declarations = createDeclarationState();
  addDeclarations(declarations, [basicId(SERIAL, { idType: 0 }), basicId(SERIAL, { idType: 9 })]);
  expect(declaredOf(declarations).identifiers).toEqual([]);
});

test("a UTM assigned id is shown as the UUID it is", () => {
  const declarations = createDeclarationState();
  const uasIdHex = "0123456789abcdef0123456789abcdef00000000";
  addDeclarations(declarations, [basicId(uasIdHex, { idType: 3, uasIdHex })]);
  expect(declaredOf(declarations).identifiers).toEqual([
    { type: "utm_assigned_uuid", value: "01234567-89ab-cdef-0123-456789abcdef" },
  ]);
});

test("text in a binary identifier is kept as text, with all of its characters", () => {
  const declarations = createDeclarationState();
  const text = Buffer.from(SERIAL).toString("hex");
  const short = Buffer.from("SESSION-7").toString("hex").padEnd(40, "0");
  addDeclarations(declarations, [basicId(text, { idType: 3, uasIdHex: text })]);
  addDeclarations(declarations, [basicId(short, { idType: 4, uasIdHex: short })]);
  expect(declaredOf(declarations).identifiers).toEqual([
    { type: "utm_assigned_uuid", value: SERIAL },
    { type: "specific_session_id", value: "SESSION-7" },
  ]);
});

test("a binary session id stays hexadecimal, even if some of them are letters", () => {
  const declarations = createDeclarationState();
  const bytes = `01${Buffer.from("ABCDEFGH").toString("hex")}`.padEnd(40, "0");
  addDeclarations(declarations, [basicId(bytes, { idType: 4, uasIdHex: bytes })]);
  expect(declaredOf(declarations).identifiers).toEqual([{ type: "specific_session_id", value: bytes }]);
});

test("an authentication is shown once all of its pages have arrived, in any order", () => {
  const declarations = createDeclarationState();
  addDeclarations(declarations, [page(1, "bb".repeat(23))]);
  expect(declaredOf(declarations).authentication).toEqual([]);
  addDeclarations(declarations, [page(0, "aa".repeat(17), { lastPageIndex: 1, length: 20, timestampMs: 1000 })]);
  const data = Buffer.from("aa".repeat(17) + "bb".repeat(3), "hex").toString("base64");
  expect(declaredOf(declarations).authentication).toEqual([{ type: "uas_id_signature", data, timestampMs: 1000 }]);
});

test("an authentication of F3411-19 (protocol version 0), which counts its pages, is shown as well", () => {
  const declarations = createDeclarationState();
  const firstPage = [0x20, 0x10, 2, 40, 0, 0, 0, 0, ...Array.from({ length: 17 }, () => 0xaa)];
  const secondPage = [0x20, 0x11, ...Array.from({ length: 23 }, () => 0xbb)];
  for (const bytes of [firstPage, secondPage]) {
    expect(declaredOf(declarations).authentication).toEqual([]);
    const decoded = decodeOdid(Uint8Array.from(bytes));
    if (decoded.kind === "refused") throw new Error(decoded.detail);
    addDeclarations(declarations, decoded.messages);
  }
  const data = Buffer.from("aa".repeat(17) + "bb".repeat(23), "hex").toString("base64");
  expect(declaredOf(declarations).authentication).toEqual([{ type: "uas_id_signature", data, timestampMs: null }]);
});

/** Two signatures of two pages each. */
const first = [page(0, "a0".repeat(17), { lastPageIndex: 1, length: 40, timestampMs: 1000 }), page(1, "a1".repeat(23))];
const second = [
  page(0, "b0".repeat(17), { lastPageIndex: 1, length: 40, timestampMs: 2000 }),
  page(1, "b1".repeat(23)),
];

function authenticationsAfter(...pages: readonly AuthenticationMessage[]): readonly (number | null)[][] {
  const declarations = createDeclarationState();
  return pages.map((one) => {
    addDeclarations(declarations, [one]);
    return declaredOf(declarations).authentication.map(({ timestampMs }) => timestampMs);
  });
}

test("pages of two signatures are never joined", () => {
  const declarations = createDeclarationState();
  addDeclarations(declarations, first);
  addDeclarations(declarations, second.slice(0, 1));
  expect(declaredOf(declarations).authentication).toEqual([]);
  addDeclarations(declarations, second.slice(1));
  const data = Buffer.from("b0".repeat(17) + "b1".repeat(23), "hex").toString("base64");
  expect(declaredOf(declarations).authentication).toEqual([{ type: "uas_id_signature", data, timestampMs: 2000 }]);
});

test("a page whose first page was lost is joined neither with the signature before it nor with the one after", () => {
  const [, ofSecond] = second;
  expect(authenticationsAfter(...first, ofSecond!, ...first)).toEqual([[], [1000], [], [], [1000]]);
});

test("a signature that is repeated stays, and one that is made again has the new time", () => {
  const again = { ...first[0]!, timestampMs: 3000 };
  expect(authenticationsAfter(...first, ...first, again, first[1]!)).toEqual([[], [1000], [1000], [1000], [], [3000]]);
});

test("two values of one type count where one frame has both, and a later frame's take their place", () => {
  const declarations = createDeclarationState();
  const registration = { type: "caa_registration_id", value: "N.OE-ABC123" };
  const serials = (...values: readonly string[]) => values.map((value) => ({ type: "serial_number", value }));
  addDeclarations(declarations, [basicId("N.OE-ABC123", { idType: 2 }), basicId(SERIAL), basicId(OTHER_SERIAL)]);
  expect(declaredOf(declarations).identifiers).toEqual([registration, ...serials(SERIAL, OTHER_SERIAL)]);
  expect(declarations.aircraft).toBe(2);
  addDeclarations(declarations, [basicId("N.OE-ABC123", { idType: 2 }), basicId("1596X"), basicId("1596X")]);
  expect(declaredOf(declarations).identifiers).toEqual([registration, ...serials("1596X")]);
  expect(declarations.aircraft).toBe(1);
});

test("a System message without a classification keeps the previous one", () => {
  const declarations = createDeclarationState();
  addDeclarations(declarations, [system(47, 8, { classificationType: 1, categoryEu: 1, classEu: 3 })]);
  addDeclarations(declarations, [system(47, 8)]);
  expect(declaredOf(declarations)).toMatchObject({ classification: "EU", classificationType: "open/C2" });
});
