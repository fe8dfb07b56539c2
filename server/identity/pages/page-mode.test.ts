import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MODES } from "../../contracts/modes.ts";
import { modeCookie } from "../../../src/renderer/src/ui/mode-cookie.ts";
import { PALETTES } from "./page.style.ts";
import { pageModeOf } from "./page-mode.ts";
import { renderPage } from "./page.ts";

const TOKENS = readFileSync(join(import.meta.dirname, "../../../src/renderer/src/ui/tokens.css"), "utf8");

/** The colours of the console in a mode. */
function tokensOf(mode: string): ReadonlyMap<string, string> {
  const [, block = ""] =
    new RegExp(`:root\\[data-mode="${mode}"\\] \\{\\n {2}color-scheme([^}]*)\\}`).exec(TOKENS) ?? [];
  return new Map([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]));
}

test.each(MODES)("the pages have the colours of the console by %s", (mode) => {
  const tokens = tokensOf(mode);
  expect(Object.fromEntries(Object.keys(PALETTES[mode]).map((name) => [name, tokens.get(name)]))).toEqual(
    PALETTES[mode],
  );
});

test.each(MODES)("a browser whose console shows %s says so, and its pages are the same", (mode) => {
  const [cookie = ""] = modeCookie(mode, true).split(";");
  expect(pageModeOf(`other=1; ${cookie}; station_8642_session=x`)).toBe(mode);
  const page = renderPage({ title: "T", language: "en", content: { markup: "" } }, mode);
  expect(page).toContain(`<html lang="en" data-mode="${mode}">`);
  expect(page).toContain(`content="${mode === "day" ? "light" : "dark"}"`);
  expect(page.includes('only-red-marks" color')).toBe(mode === "red");
});

test("a page follows the system where nothing was chosen, or something that there is not", () => {
  expect([undefined, "", "fieldstation_mode=pink", "xfieldstation_mode=red"].map(pageModeOf)).toEqual(
    Array.from({ length: 4 }),
  );
  const page = renderPage({ title: "T", language: "en", content: { markup: "" } });
  expect(page).toContain('content="light dark"');
  expect(page).not.toContain('<html lang="en" data-mode');
});

test("the choice goes to the sign-in pages only, and is forgotten when the console follows the system again", () => {
  expect(modeCookie("red", false)).toBe("fieldstation_mode=red; Path=/realms/dcp; Max-Age=31536000; SameSite=Lax");
  expect(modeCookie("system", true)).toBe(
    "fieldstation_mode=system; Path=/realms/dcp; Max-Age=0; SameSite=Lax; Secure",
  );
});
