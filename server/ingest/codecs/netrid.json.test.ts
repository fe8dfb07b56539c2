import { expect, it } from "vitest";
import { decodeFlights } from "./netrid.json.ts";

const answerOf = (flights: number) => ({
  timestamp: { value: "2026-06-01T12:00:00Z", format: "RFC3339" },
  flights: Array.from({ length: flights }, () => ({ id: "x" })),
});

it("an answer with more flights than any view has is refused as a whole", () => {
  expect(decodeFlights(answerOf(5001)).flights).toMatchObject([
    { kind: "refused", detail: "a list of more than 5000 flights" },
  ]);
  // A flight without a state is none to show.
  expect(decodeFlights(answerOf(5000)).flights).toEqual([]);
});
