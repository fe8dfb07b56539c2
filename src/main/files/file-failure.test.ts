import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { setDesktopLanguage } from "../text/desktop-text.ts";
import { reasonOf } from "./file-failure.ts";

afterEach(() => setDesktopLanguage("en"));

it("says why a file could not be written, in the language of the desktop", async () => {
  const error: unknown = await writeFile(join(tmpdir(), "fieldstation-no-such-folder", "page.pdf"), "").catch(
    (thrown: unknown) => thrown,
  );
  expect(reasonOf(error)).toBe("That folder no longer exists.");
  setDesktopLanguage("de");
  expect(reasonOf(error)).toBe("Diesen Ordner gibt es nicht mehr.");
  expect(reasonOf(Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" }))).toBe("Die Platte ist voll.");
});

it("keeps the words of the system for what is rare", () => {
  expect(reasonOf(new Error("printing failed"))).toBe("printing failed");
  expect(reasonOf("odd")).toBe("odd");
});
