import { describe, expect, it } from "vitest";
import { DETAILS } from "../support/detail-screens.ts";
import { OTHER_PAGES, OVERLAYS, PAGES } from "../support/screens.ts";
import { indexOf } from "./picture.index.ts";
import { chooseStates, fileOf, modesOf, plannedScreens, sizesOf } from "./picture.plan.ts";

const ALL = [...PAGES, ...OTHER_PAGES, ...OVERLAYS, ...DETAILS];

function chosen(request: Parameters<typeof chooseStates>[0]) {
  const choice = chooseStates(request, ALL);
  if (typeof choice === "string") throw new Error(choice);
  return choice;
}

describe("the pictures of the console", () => {
  it("are of every page, each of its states, mode and size unless fewer are asked for", () => {
    const choice = chosen({ names: [] });
    expect(choice.screens).toEqual(ALL);
    expect(choice.modes).toEqual(["day", "night", "red"]);
    expect(choice.sizes).toEqual(["390x844", "1024x700", "1280x800", "2560x1440", "3840x2160"]);
    const ofLog = plannedScreens(choice).filter(({ screen }) => screen.name === "log");
    expect(ofLog.map(({ state }) => state)).toEqual(["full", "empty", "loading", "error"]);
    // What lies over a page, and what only a person who is signed in sees.
    for (const name of ["log-deleted", "aircraft-add", "profile", "sync-conflict", "flight-report-printed"]) {
      const states = plannedScreens(choice).filter(({ screen }) => screen.name === name);
      expect(states.map(({ state }) => state)).toEqual(["full"]);
    }
    expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length);
  });

  it("are as large as a 4K screen for some pages that are full", () => {
    const choice = chosen({ names: [], size: "3840x2160", mode: "day" });
    const large = plannedScreens(choice).filter((planned) => sizesOf(planned, choice.sizes).length > 0);
    expect(large.map((planned) => fileOf(planned, "day", "3840x2160"))).toEqual(
      ["live", "log", "flight", "settings"].map((name) => `${name}/full-day-3840x2160.png`),
    );
    const live = plannedScreens(chosen({ names: ["live"] }))[0]!;
    expect(sizesOf(live, ["1280x800", "3840x2160"])).toEqual(["1280x800", "3840x2160"]);
  });

  it("are as small as a phone for pages that are full", () => {
    const states = plannedScreens(chosen({ names: ["alerts"], size: "390x844" }));
    expect(states.map(({ state }) => state)).toEqual(["full", "empty", "loading", "error"]);
    expect(states.flatMap((planned) => sizesOf(planned, ["390x844"]))).toEqual(["390x844"]);
  });

  it("are on paper in day mode only", () => {
    const modesFor = (name: string) => modesOf(plannedScreens(chosen({ names: [name] }))[0]!, ["night", "red"]);
    expect(modesFor("flight-report")).toEqual(["day"]);
    expect(modesFor("flight-report-printed")).toEqual(["day"]);
    expect(modesFor("second-factor-sign-in")).toEqual(["night", "red"]);
    expect(modesFor("live")).toEqual(["night", "red"]);
  });

  it("are filtered by parts of names, and what there is not is answered with what there is", () => {
    const choice = chosen({ names: ["alert"], state: "error", mode: "red", size: "1024x700" });
    const files = plannedScreens(choice).map((planned) => fileOf(planned, choice.modes[0]!, choice.sizes[0]!));
    expect(files).toEqual(["alerts/error-red-1024x700.png", "alert-rule/error-red-1024x700.png"]);
    expect(chooseStates({ names: ["nowhere"] }, ALL)).toContain("No page has a name with nowhere: live, ");
    expect(chooseStates({ names: [], mode: "dusk" }, ALL)).toBe("There is no mode dusk: day, night, red.");
    expect(chooseStates({ names: [], size: "1x1" }, ALL)).toContain("There is no size 1x1");
    expect(chooseStates({ names: [], state: "new" }, ALL)).toContain("There is no state new");
  });

  it("are leafed through on one page, with what a program saw on them", () => {
    const choice = chosen({ names: ["log-card"], mode: "day", size: "1280x800" });
    const [planned] = plannedScreens(choice);
    const page = indexOf(choice, [{ planned: planned!, mode: "day", size: "1280x800", remarks: ["cut: <Export>"] }]);
    expect(page).toContain('src="log-card/full-day-1280x800.png"');
    expect(page).toContain("cut: &lt;Export>");
  });
});
