import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SetupChange } from "../../contracts/setup.ts";
import { readDeviceKey, planLines, readSetupFile, requestedValuesOf } from "./setup.run.ts";

const UAS_ID = { id: "1596F351901936310360", id_type: 1, ua_type: 2 };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fieldstation-setup-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(text: string): string {
  const path = join(folder, "wanted.json");
  writeFileSync(path, text);
  return path;
}

const fileWith = (content: unknown) => fileOf(JSON.stringify(content));

describe("a file of settings", () => {
  it("has values, an id, or both; other contents of a dump are ignored", () => {
    const values = { WIFI_CHANNEL: 11 };
    for (const [content, wanted] of [
      [{ values }, { values }],
      [{ uas_id: UAS_ID }, { uas_id: UAS_ID }],
      [
        { family: "arduremoteid", identity: {}, is_locked: false, values, uas_id: UAS_ID },
        { values, uas_id: UAS_ID },
      ],
      [{}, {}],
    ] as const)
      expect(requestedValuesOf(readSetupFile(fileWith(content)))).toEqual(wanted);
  });

  it.each([
    ["cut off", '{"values": {', / cannot be read as JSON: /],
    ["empty", "", / cannot be read as JSON: /],
    ["a list", "[]", /wanted\.json: : /],
    ["with values that are a list", '{"values": [1, 2]}', /wanted\.json: values: /],
    ["with an id that is a number", '{"uas_id": 7}', /wanted\.json: uas_id: /],
    [
      "with two mistakes",
      JSON.stringify({ values: 1, uas_id: { ...UAS_ID, id: 5 } }),
      /wanted\.json: values: .+\n.*wanted\.json: uas_id\.id: /,
    ],
  ])("is refused with its name and the place: one %s", (_, text, sentence) => {
    const path = fileOf(text);
    expect(() => readSetupFile(path)).toThrow(sentence);
  });

  it("that does not exist is reported with its path", () => {
    const path = join(folder, "none.json");
    expect(() => readSetupFile(path)).toThrow(`${path} cannot be read as JSON: ENOENT`);
  });

  it("may have its key beside it, whose line end does not count", () => {
    expect(readDeviceKey(undefined)).toEqual({});
    expect(readDeviceKey(fileOf(" PRIVATE_KEYV1:abc\n"))).toEqual({ key: "PRIVATE_KEYV1:abc" });
  });
});

it("a plan is a line for each change, with the text that permits a dangerous one, and the warnings", () => {
  const change = { name: "BT4_RATE", from: 1, to: 2, confirmation: null } as SetupChange;
  const lock = { name: "LOCK_LEVEL", from: 0, to: 1, confirmation: "BURN" } as SetupChange;
  expect(planLines({ hash: "", changes: [change, lock], warnings: ["It restarts."] })).toEqual([
    "BT4_RATE: 1 -> 2",
    'LOCK_LEVEL: 0 -> 1  (dangerous: --confirm "BURN")',
    "warning: It restarts.",
  ]);
});
