import { expect, it } from "vitest";
import { backupDraftOf, backupSettingsOf, restoreCommandOf } from "./backup-draft.ts";

it("a draft says what is set, and empty fields are none and the station's own folder", () => {
  expect(backupDraftOf({ every_hours: 24, kept: 7, folder: "/media/stick" })).toEqual({
    everyHours: "24",
    kept: "7",
    folder: "/media/stick",
  });
  expect(backupSettingsOf({ everyHours: " ", kept: "3", folder: " " })).toEqual({
    kind: "settings",
    settings: { every_hours: null, kept: 3, folder: null },
  });
});

it("a draft names the fields that are no whole numbers in their bounds", () => {
  expect(backupSettingsOf({ everyHours: "0", kept: "", folder: "" })).toEqual({
    kind: "problems",
    fields: ["everyHours", "kept"],
  });
});

it("the command that restores a backup quotes what a shell would split", () => {
  const file = { path: "/media/my stick/fieldstation.sqlite" } as Parameters<typeof restoreCommandOf>[0];
  expect(restoreCommandOf(file, "/var/lib/station")).toBe(
    `npm run station -- restore "/media/my stick/fieldstation.sqlite" --data /var/lib/station`,
  );
});
