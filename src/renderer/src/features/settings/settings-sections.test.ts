import { describe, expect, it } from "vitest";
import { settingsSectionsFor } from "./settings-sections.ts";

const namesFor = (isAdministrator: boolean, isDesktop: boolean) =>
  settingsSectionsFor({ isAdministrator, isDesktop }).map(({ name }) => name);

describe("the sections of the settings", () => {
  it("are those that a person may use", () => {
    expect(namesFor(false, false)).toEqual(["display", "map-sets", "api", "about"]);
    expect(namesFor(true, false)).toEqual(expect.arrayContaining(["retention", "raw-frames", "backups", "zones"]));
    expect(namesFor(false, true)).toEqual(["display", "desktop", "map-sets", "api", "about"]);
  });
});
