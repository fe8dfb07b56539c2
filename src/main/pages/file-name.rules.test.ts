import { describe, expect, it } from "vitest";
import { fileNameOf } from "./file-name.rules.ts";

describe("fileNameOf", () => {
  it.each([
    ["Fieldstation – Flights", "Fieldstation – Flights.pdf"],
    ['A/B: <flight> "1"?', "A B flight 1.pdf"],
    ["..\\..\\evil", ".. .. evil.pdf"],
    ["  ", "Fieldstation.pdf"],
    ["Ends. ", "Ends.pdf"],
    ["x".repeat(200), `${"x".repeat(80)}.pdf`],
  ])("%j becomes %j", (title, name) => {
    expect(fileNameOf(title, "pdf")).toBe(name);
  });
});
