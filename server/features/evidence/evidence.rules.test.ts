import { expect, it } from "vitest";
import { EvidenceRequest } from "../../contracts/evidence.ts";
import { placeText, readSelection } from "./evidence.rules.ts";

it.each(["179.9,9,180,11", "-180,9,-179.9,11", "14.2,50,14.6,50.2"])(
  "the place is stated as it was chosen: %s",
  (bbox) => {
    const times = { from: "2026-06-01T00:00:00Z", to: "2026-06-02T00:00:00Z" };
    const read = readSelection(EvidenceRequest.parse({ title: "Case", ...times, bbox }));
    expect(read.kind === "selection" && placeText(read.selection.bbox)).toBe(bbox);
  },
);
