import { expect, it } from "vitest";
import { DAY_MS } from "../../ui/durations.ts";
import { areZonesOld, isPeerReportOld } from "./fact-age.ts";

it("treats zones as old when a day of changes has passed, and a peer's information after a day", () => {
  expect([areZonesOld(28 * DAY_MS), areZonesOld(28 * DAY_MS + 1)]).toEqual([false, true]);
  expect([isPeerReportOld(DAY_MS), isPeerReportOld(DAY_MS + 1)]).toEqual([false, true]);
});
