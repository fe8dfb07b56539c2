import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Appearance, openAppearance } from "./appearance.store.ts";

describe("the stored appearance", () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "fieldstation-appearance-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it("is that of the system at first, and later what the console last showed", () => {
    const appearance = openAppearance(join(folder, "new"));
    expect(appearance.current).toEqual({ theme: "system" });
    appearance.change({ language: "cs" });
    appearance.change({ theme: "red" });
    expect(openAppearance(join(folder, "new")).current).toEqual({ language: "cs", theme: "red" });
  });

  it("tells of what has changed, and of nothing else", () => {
    const seen: Appearance[] = [];
    const appearance = openAppearance(folder);
    const stop = appearance.onChange((now) => seen.push(now));
    appearance.change({ theme: "dark" });
    appearance.change({ theme: "dark" });
    stop();
    appearance.change({ theme: "light" });
    expect(seen).toEqual([{ theme: "dark" }]);
  });

  it.each(["", "[]", '{"language":"tlh","theme":"pink"}'])("is that of the system when the file holds %j", (text) => {
    writeFileSync(join(folder, "appearance.json"), text);
    expect(openAppearance(folder).current).toEqual({ theme: "system" });
  });

  it("holds until the app ends where it cannot be written", () => {
    writeFileSync(join(folder, "file"), "");
    const appearance = openAppearance(join(folder, "file"));
    appearance.change({ language: "de" });
    expect(appearance.current.language).toBe("de");
  });
});
