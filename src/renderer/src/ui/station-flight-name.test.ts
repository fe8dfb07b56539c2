import { expect, it, onTestFinished } from "vitest";
import { showLanguage } from "../text/index.ts";
import { shownFlightName } from "./station-flight-name.ts";

it("a flight that the station names has its begin in the language of the console", async () => {
  onTestFinished(() => showLanguage("en"));
  expect(shownFlightName("Kite, 2026-11-20 14:03", "utc")).toBe("Kite, 20 Nov 2026, 14:03");
  expect(shownFlightName("Flight, 2026-11-20 14:03", "utc")).toBe("Flight of 20 Nov 2026, 14:03");
  expect(shownFlightName("River cam", "utc")).toBe("River cam");
  await showLanguage("cs");
  expect(shownFlightName("Kite, 2026-11-20 14:03", "utc")).toBe("Kite, 20. 11. 2026, 14:03");
});
