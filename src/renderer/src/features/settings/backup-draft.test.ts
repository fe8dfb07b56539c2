import { expect, it } from "vitest";
import { type BackupDraft, backupDraftOf, backupSettingsOf, restoreCommandOf } from "./backup-draft.ts";

const NONE = { kind: "none" } as const;
const draft: BackupDraft = {
  everyHours: "24",
  kept: "7",
  folder: "/media/stick",
  encryption: "none",
  recipients: "",
  passphrase: "",
};

it("a draft says what is set, and empty fields are none and the station's own folder", () => {
  const settings = { every_hours: 24, kept: 7, folder: "/media/stick" };
  expect(backupDraftOf({ settings, encryption: NONE })).toEqual(draft);
  expect(backupSettingsOf({ ...draft, everyHours: " ", kept: "3", folder: " " }, NONE)).toEqual({
    kind: "settings",
    settings: { every_hours: null, kept: 3, folder: null, encryption: NONE },
  });
});

it("a draft names the fields that are no whole numbers in their bounds", () => {
  expect(backupSettingsOf({ ...draft, everyHours: "0", kept: "" }, NONE)).toEqual({
    kind: "problems",
    fields: ["everyHours", "kept"],
  });
});

it("public keys are one in a line, and a passphrase that is set stays where none is typed", () => {
  const encryption = { kind: "recipients", recipients: ["age1a", "age1b"] } as const;
  const toKeys = backupDraftOf({
    settings: { every_hours: 24, kept: 7, folder: "/media/stick" },
    encryption: { ...encryption, recipients: [...encryption.recipients] },
  });
  expect(toKeys).toEqual({ ...draft, encryption: "recipients", recipients: "age1a\nage1b" });
  expect(backupSettingsOf(toKeys, NONE)).toMatchObject({ settings: { encryption } });
  const secret: BackupDraft = { ...draft, encryption: "passphrase" };
  expect(backupSettingsOf(secret, { kind: "passphrase" })).toMatchObject({
    settings: { encryption: { kind: "passphrase" } },
  });
  expect(backupSettingsOf(secret, NONE)).toEqual({ kind: "problems", fields: ["passphrase"] });
  expect(backupSettingsOf({ ...secret, passphrase: "short" }, NONE)).toEqual({
    kind: "problems",
    fields: ["passphrase"],
  });
  expect(backupSettingsOf({ ...secret, encryption: "recipients" }, NONE)).toEqual({
    kind: "problems",
    fields: ["recipients"],
  });
});

it("the command that restores a backup quotes what a shell would split", () => {
  const file = { path: "/media/my stick/fieldstation.sqlite" };
  expect(restoreCommandOf(file, "/var/lib/station")).toBe(
    `npm run station -- restore "/media/my stick/fieldstation.sqlite" --data /var/lib/station`,
  );
});
