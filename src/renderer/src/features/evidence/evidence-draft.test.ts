import { expect, it } from "vitest";
import { regionInside } from "../../ui/region.ts";
import { type EvidenceDraft, evidenceDraftOf, evidenceOutcomeOf, packNameOf, withFormat } from "./evidence-draft.ts";

const EMPTY = evidenceDraftOf({ from: "", to: "", operations: [] }, undefined);
const problemsOf = (draft: EvidenceDraft) => {
  const outcome = evidenceOutcomeOf(draft);
  return outcome.kind === "problems" ? outcome.problems : [];
};

it("asks for a title and a time, unless operations bring their own", () => {
  expect(problemsOf(EMPTY)).toEqual(["title", "from", "to"]);
  expect(problemsOf({ ...EMPTY, title: " A day ", operations: ["one"] })).toEqual([]);
  expect(problemsOf({ ...EMPTY, title: "A day", from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" })).toEqual([
    "order",
  ]);
  expect(problemsOf({ ...EMPTY, title: "A day", operations: ["one"], hasPlace: true })).toEqual(["place"]);
});

it("asks the station for what was filled in, and for nothing else", () => {
  const outcome = evidenceOutcomeOf({ ...EMPTY, title: " A day ", operations: ["one"], formats: ["gpx"] });
  expect(outcome).toEqual({
    kind: "request",
    request: { title: "A day", operations: ["one"], formats: ["gpx"], with_alerts: true, with_raw: false },
  });
});

it("asks for the place exactly as it was drawn, until another one is typed", () => {
  const drawn = "14,50,14.2,50.1";
  const filled = { ...EMPTY, title: "A day", operations: ["one"], hasPlace: true };
  const bboxOf = (place: EvidenceDraft["place"]) => {
    const outcome = evidenceOutcomeOf({ ...filled, place });
    return outcome.kind === "request" ? outcome.request.bbox : undefined;
  };
  const region = regionInside(drawn);
  expect(bboxOf({ region, drawn })).toBe(drawn);
  expect(bboxOf({ region: { place: "50.05, 14.1", km: "1" }, drawn })).toBe("14.086,50.041,14.114,50.059");
});

it("switches a format on and off, in the order of all", () => {
  expect(withFormat(["csv"], "gpx")).toEqual(["gpx", "csv"]);
  expect(withFormat(["gpx", "csv"], "gpx")).toEqual(["csv"]);
});

it("names the file after the title, for every file system", () => {
  const nowMs = Date.UTC(2026, 10, 22);
  expect(packNameOf("Über dem Platz: 14/07?", nowMs)).toBe("evidence-Über-dem-Platz-14-07-2026-11-22.zip");
  expect(packNameOf("…", nowMs)).toBe("evidence-2026-11-22.zip");
});
