import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findProfileFault } from "./profile-folder.ts";

describe("findProfileFault", () => {
  let root: string;
  beforeEach(() => void (root = mkdtempSync(join(tmpdir(), "fieldstation-profile-"))));
  afterEach(() => rmSync(root, { recursive: true }));

  it("makes the folder, and leaves nothing in it", () => {
    const folder = join(root, "new/window");
    expect(findProfileFault(folder, process.platform)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    if (process.platform !== "win32") expect(statSync(join(root, "new")).mode & 0o777).toBe(0o700);
  });

  it("says why a folder cannot be made", () => {
    writeFileSync(join(root, "file"), "");
    expect(findProfileFault(join(root, "file/window"), process.platform)).toMatch(/^ENOTDIR/);
    expect(existsSync(join(root, "file/window"))).toBe(false);
  });
});
