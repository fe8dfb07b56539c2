import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { LINK_SCHEME } from "../../src/main/openings/deep-link.rules.ts";
import { fileKinds } from "../../src/main/openings/file-kinds.rules.ts";

const config = readFileSync(resolve(import.meta.dirname, "../../electron-builder.yml"), "utf8");
const associations = [
  ...config.matchAll(
    /^ {2}- ext: (\w+)\n {4}name: .*\n {4}description: .*\n {4}mimeType: (\S+)\n {4}role: (\w+)\n {4}rank: (\w+)$/gm,
  ),
];

describe("the packages", () => {
  it("register the files that the app opens, and no others", () => {
    expect(associations.map(([, ending]) => ending).toSorted()).toEqual(Object.keys(fileKinds).toSorted());
  });

  it("give each a media type, by which Linux knows it, and take no file away from another program", () => {
    expect(new Set(associations.map(([, , type]) => type)).size).toBe(associations.length);
    expect(associations.map(([, , , role, rank]) => [role, rank])).toEqual(
      associations.map(() => ["Viewer", "Alternate"]),
    );
  });

  it("register the links that the app understands", () => {
    expect(/^protocols:\n {2}- \{ name: \w+, schemes: \[([\w, ]+)\] \}$/m.exec(config)?.[1]).toBe(LINK_SCHEME);
  });
});
