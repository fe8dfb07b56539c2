import { UNKNOWN_ID } from "./unknown-id.ts";
/** Values of a field: those that are taken, at its bounds among them, and those below, above, or of another kind. */
export type Values = { readonly taken: readonly unknown[]; readonly refused: readonly unknown[] };

export const OMITTED = undefined;
export const letters = (count: number) => "x".repeat(count);
export const values = (taken: readonly unknown[], refused: readonly unknown[]): Values => ({ taken, refused });
export const also = (one: Values, ...taken: readonly unknown[]): Values => ({
  ...one,
  taken: [...one.taken, ...taken],
});
export const required = (one: Values): Values => ({ ...one, refused: [...one.refused, OMITTED] });
/** Kept to the letter: nothing is trimmed. */
export const text = (least: number, most: number) =>
  values(
    [letters(Math.max(least, 1)), letters(most), ...(least === 0 ? [""] : [])],
    [letters(most + 1), ...(least === 0 ? [] : [""]), 5, true, ["a"]],
  );
export const oneOf = (words: readonly string[]) => values(words, [`${words[0]} `, "another", 5]);
export const BOOLEAN = values([true, false], ["true", 1]);
export const ID = values([], ["no uuid", UNKNOWN_ID, 5]);
export const GROUPS = values(
  [[], [letters(255)], Array(100).fill("a")],
  [[""], [letters(256)], Array(101).fill("a"), "a", [5]],
);
export const TIME = values(
  ["2026-11-20T10:00:00.000+01:00", "2026-11-20T09:00:00.123456Z"],
  ["2026-11-20T09:00:00", "2026-11-20", "2026-02-30T09:00:00Z", "2026-11-20T24:00:01Z", "9999-12-31T23:59:59-01:00", 5],
);
export const LATITUDE = values([-90, 90], [-90.000_000_1, 90.000_000_1, "50", true]);
export const LONGITUDE = values([-180, 180], [-180.000_000_1, 180.000_000_1, "14", true]);
export const atLeastZero = values([0, 0.001], [-0.001, "1", true]);

export const AIRCRAFT = {
  name: text(1, 255),
  weight: values([0, 0.5, 2_147_483_647, null], [-0.001, 2_147_483_647.5, "1", true]),
  uas_class: oneOf(
    ["C0", "C1", "C2", "C3", "C4", "C5", "C6", "OTHER", "NONE", "UNKNOWN"].map((name) => `AircraftUASClass.${name}`),
  ),
  endurance: values([0, 2_147_483_647], [-1, 2_147_483_648, 1.5, "1", null]),
  model: also(ID, null, OMITTED),
};
export const MADE = {
  name: text(0, 255),
  owner: values(["alice@field.test", null, OMITTED], ["alice", "nobody@field.test", "", 5]),
  works: also(BOOLEAN, OMITTED),
  purpose: also(oneOf(["retail", "development", "user-testing", "obsolete", ""]), OMITTED),
  fw_bundle: also(text(0, 32), null, OMITTED),
  hw_revision: also(text(0, 256), null, OMITTED),
  mfw_version: also(text(0, 32), null, OMITTED),
  mmcu_id: also(text(0, 255), null, OMITTED),
  provisioning_status: also(oneOf(["pending", "provisioned", "revoked", ""]), null, OMITTED),
  hw_notes: also(text(0, 10_000), null, OMITTED),
  manufacture_batch: also(text(0, 32), null, OMITTED),
  groups: also(GROUPS, OMITTED),
};
export const ICCID_REFUSED = ["", "89x", "８９", letters(3), "1".repeat(33), 5];
const ring = (...coordinates: readonly (readonly number[])[]) => ({ type: "Polygon", coordinates: [coordinates] });
export const REGION = values(
  [
    { type: "Point", coordinates: [180, -90], radius: 1_000_000 },
    { type: "Point", coordinates: [14, 50, 300], radius: 0.001 },
    {
      type: "LineString",
      coordinates: [
        [14, 50],
        [14.1, 50],
      ],
      radius: 10,
    },
    ring([14, 50], [15, 50], [15, 51], [14, 50]),
    { type: "Feature", geometry: { type: "Point", coordinates: [14, 50] }, properties: { radius: 5, name: "Field" } },
  ],
  [
    {},
    "Point",
    [],
    { type: "MultiPoint", coordinates: [[14, 50]] },
    { type: "Point", coordinates: [14, 50] },
    { type: "Point", coordinates: [14], radius: 5 },
    { type: "Point", coordinates: [14, 50, 1, 2], radius: 5 },
    { type: "Point", coordinates: [14, 50], radius: 0 },
    { type: "Point", coordinates: [14, 50], radius: 1_000_000.5 },
    { type: "Point", coordinates: [180.1, 50], radius: 5 },
    { type: "Point", coordinates: [14, -90.1], radius: 5 },
    { type: "LineString", coordinates: [[14, 50]], radius: 10 },
    ring([14, 50], [15, 50], [14, 50]),
    ring([14, 50], [15, 50], [15, 51], [14, 51]),
    { type: "Polygon", coordinates: [] },
    { type: "Feature", geometry: null, properties: null },
    { type: "Feature", geometry: { type: "Point", coordinates: [14, 50] }, properties: {} },
  ],
);
export const STATUS = ["planned", "current", "inactive", "uploading", "processing", "error", "finished", "cancelled"];
export const VISIBILITY = oneOf(["public", "private"]);
