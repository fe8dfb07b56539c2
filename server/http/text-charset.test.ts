import { expect, it } from "vitest";
import { charsetOf, textOfFile } from "./text-charset.ts";

it.each([
  ["text/csv; charset=utf-8", "utf-8"],
  ['text/csv;CHARSET="windows-1250"; header=present', "windows-1250"],
  ["text/csv; charset='utf-8'", "utf-8"],
  ["text/csv; header=present; charset = latin1", "latin1"],
  ['text/csv; charset=""', undefined],
  ["text/csv", undefined],
  [undefined, undefined],
])("the charset of %s is %s", (contentType, charset) => {
  expect(charsetOf(contentType)).toBe(charset);
});

it.each([
  ["UTF-8", Buffer.from("Příčná")],
  ["UTF-8 with a mark", Buffer.from("\ufeffPříčná")],
  ["UTF-16 with the low byte first", Buffer.from("\ufeffPříčná", "utf16le")],
  ["UTF-16 with the high byte first", Buffer.from("\ufeffPříčná", "utf16le").swap16()],
])("a file that does not say its encoding is read in %s", (_, bytes) => {
  expect(textOfFile(bytes)).toBe("Příčná");
});

it("a file that is neither is read as windows-1252", () => {
  expect(textOfFile(Uint8Array.of(0x47, 0xfc, 0x6e, 0x73, 0x20, 0x80))).toBe("Güns €");
});
