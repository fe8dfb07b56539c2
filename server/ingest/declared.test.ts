import { expect, test } from "vitest";
import { SERIAL, basicId, system } from "../../test/support/frames.ts";
import type { AuthenticationMessage } from "./codecs/odid.messages.ts";
import { declaredOf, emptyBook, noteDeclarations } from "./declared.ts";

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

test("what is known is the same object until something new is declared", () => {
  const book = emptyBook();
  noteDeclarations(book, [basicId(SERIAL)]);
  const before = declaredOf(book);
  noteDeclarations(book, [basicId(SERIAL)]);
  expect(declaredOf(book)).toBe(before);
  noteDeclarations(book, [{ type: "self_id", descriptionType: 1, description: "Lost link" }]);
  expect(declaredOf(book)).toEqual({ ...before, descriptions: [{ type: "emergency", value: "Lost link" }] });
});

test("an identifier of type none or a reserved type declares nothing", () => {
  const book = emptyBook();
  noteDeclarations(book, [basicId(SERIAL, { idType: 0 }), basicId(SERIAL, { idType: 9 })]);
  expect(declaredOf(book).identifiers).toEqual([]);
});

test("a UTM assigned id is shown as the UUID it is", () => {
  const book = emptyBook();
  const uasIdHex = "0123456789abcdef0123456789abcdef00000000";
  noteDeclarations(book, [basicId(uasIdHex, { idType: 3, uasIdHex })]);
  expect(declaredOf(book).identifiers).toEqual([
    { type: "utm_assigned_uuid", value: "01234567-89ab-cdef-0123-456789abcdef" },
  ]);
});

test("an identifier that is text in a field of bytes is that text, with all of its characters", () => {
  const book = emptyBook();
  const text = Buffer.from(SERIAL).toString("hex");
  const short = Buffer.from("SESSION-7").toString("hex").padEnd(40, "0");
  noteDeclarations(book, [basicId(text, { idType: 3, uasIdHex: text })]);
  noteDeclarations(book, [basicId(short, { idType: 4, uasIdHex: short })]);
  expect(declaredOf(book).identifiers).toEqual([
    { type: "utm_assigned_uuid", value: SERIAL },
    { type: "specific_session_id", value: "SESSION-7" },
  ]);
});

test("a session id of bytes stays hexadecimal, also where some of them are letters", () => {
  const book = emptyBook();
  const bytes = `01${Buffer.from("ABCDEFGH").toString("hex")}`.padEnd(40, "0");
  noteDeclarations(book, [basicId(bytes, { idType: 4, uasIdHex: bytes })]);
  expect(declaredOf(book).identifiers).toEqual([{ type: "specific_session_id", value: bytes }]);
});

test("an authentication is shown once all of its pages are there, in any order", () => {
  const book = emptyBook();
  noteDeclarations(book, [page(1, "bb".repeat(23))]);
  expect(declaredOf(book).authentication).toEqual([]);
  noteDeclarations(book, [page(0, "aa".repeat(17), { lastPageIndex: 1, length: 20, timestampMs: 1000 })]);
  const data = Buffer.from("aa".repeat(17) + "bb".repeat(3), "hex").toString("base64");
  expect(declaredOf(book).authentication).toEqual([{ type: "uas_id_signature", data, timestampMs: 1000 }]);
});

test("a System message that declares no classification takes none away", () => {
  const book = emptyBook();
  noteDeclarations(book, [system(47, 8, { classificationType: 1, categoryEu: 1, classEu: 3 })]);
  noteDeclarations(book, [system(47, 8)]);
  expect(declaredOf(book)).toMatchObject({ classification: "EU", classificationType: "open/C2" });
});
