import { expect, it } from "vitest";
import { DAY_MS } from "../../ui/durations.ts";
import { areZonesOld, isPeerWordOld } from "./fact-age.ts";

it("takes zones as old when a day of changes has passed, and what a peer said after a day", () => {
  expect([areZonesOld(28 * DAY_MS), areZonesOld(28 * DAY_MS + 1)]).toEqual([false, true]);
  expect([isPeerWordOld(DAY_MS), isPeerWordOld(DAY_MS + 1)]).toEqual([false, true]);
});
