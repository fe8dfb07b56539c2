import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findWindowState, saveWindowState } from "./window-bounds.store.ts";

describe("the stored window state", () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "fieldstation-window-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const state = { bounds: { x: 1, y: 2, width: 1000, height: 700 }, maximized: true };

  it("is found as it was saved", () => {
    saveWindowState(join(folder, "new"), state);
    expect(findWindowState(join(folder, "new"))).toEqual(state);
  });

  it("stays as it was where it cannot be written, and nobody is the worse for it", () => {
    saveWindowState(folder, state);
    mkdirSync(join(folder, "window.json.new"));
    saveWindowState(folder, { ...state, maximized: false });
    expect(findWindowState(folder)).toEqual(state);
  });

  it.each(["", "{", "[]", '{"bounds":{"x":"left"},"maximized":true}'])("is empty when the file holds %j", (text) => {
    writeFileSync(join(folder, "window.json"), text);
    expect(findWindowState(folder)).toBeUndefined();
  });
});
