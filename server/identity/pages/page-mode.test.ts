import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MODES } from "../../contracts/modes.ts";
import { modeCookie } from "../../../src/renderer/src/ui/mode-cookie.ts";
import { PALETTES } from "./page.style.ts";
import { pageModeOf } from "./page-mode.ts";
import { renderPage } from "./page.ts";

const TOKENS = readFileSync(join(import.meta.dirname, "../../../src/renderer/src/ui/tokens.css"), "utf8");

const requestWith = (cookie: string | undefined) => ({
  cookie,
  host: "station.test:8642",
  "x-forwarded-proto": "https",
});

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
  const [cookie = ""] = modeCookie(mode, new URL("https://station.test:8642")).split(";");
  expect(pageModeOf(requestWith(`other=1; ${cookie}; station_8642_session=x`))).toBe(mode);
  const page = renderPage({ title: "T", language: "en", content: { markup: "" } }, mode);
  expect(page).toContain(`<html lang="en" data-mode="${mode}">`);
  expect(page).toContain(`content="${mode === "day" ? "light" : "dark"}"`);
  expect(page.includes('only-red-marks" color')).toBe(mode === "red");
});

test("a page follows the system where nothing was chosen, or something that there is not", () => {
  const cookies = [undefined, "", "station_8642_mode=pink", "xstation_8642_mode=red"];
  expect(cookies.map((one) => pageModeOf(requestWith(one)))).toEqual(Array.from({ length: 4 }));
  const page = renderPage({ title: "T", language: "en", content: { markup: "" } });
  expect(page).toContain('content="light dark"');
  expect(page).not.toContain('<html lang="en" data-mode');
});

test("the choice goes to the sign-in pages only, and is forgotten when the console follows the system again", () => {
  expect(modeCookie("red", new URL("http://station.test:8642"))).toBe(
    "station_8642_mode=red; Path=/realms/dcp; Max-Age=31536000; SameSite=Lax",
  );
  expect(modeCookie("system", new URL("https://station.test"))).toBe(
    "station_https_mode=system; Path=/realms/dcp; Max-Age=0; SameSite=Lax; Secure",
  );
});

test("every station of a computer has its own choice, as its console has", () => {
  const [one, other] = [new URL("http://localhost:8642"), new URL("http://localhost:8643")];
  const nameIn = (cookie: string) => cookie.split("=")[0];
  expect(nameIn(modeCookie("red", one))).not.toBe(nameIn(modeCookie("system", other)));
  const [red = ""] = modeCookie("red", one).split(";");
  const [night = ""] = modeCookie("night", other).split(";");
  const cookie = `${night}; ${red}`;
  const modeAt = ({ host }: URL) => pageModeOf({ cookie, host, "x-forwarded-proto": "http" });
  expect([one, other, new URL("http://localhost")].map(modeAt)).toEqual(["red", "night", undefined]);
});
