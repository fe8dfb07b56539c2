import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { BUNDLED_PACKAGES } from "../../scripts/release/bundled-packages.ts";

const built = resolve(import.meta.dirname, "../../out/main");

/** What a built file imports or requires, files beside it excepted. */
const importsOf = (text: string) =>
  [
    ...text.matchAll(/^(?:import|export)\b[^"]*"([^"./][^"]*)"/gm),
    ...text.matchAll(/\b(?:import|__require)\("([^"./][^"]*)"\)/g),
  ].map(([, name]) => name!);

describe("the built program", () => {
  it("has within it what every start of a station loads", () => {
    if (!existsSync(built)) throw new Error("nothing is built: npx electron-vite build");
    const files = readdirSync(built).filter((name) => name.endsWith(".js"));
    const outside = new Set(files.flatMap((name) => importsOf(readFileSync(join(built, name), "utf8"))));
    // The database stays outside, which shows that what is outside is found.
    expect([...outside]).toContain("better-sqlite3");
    expect(BUNDLED_PACKAGES.filter((name) => [...outside].some((one) => `${one}/`.startsWith(`${name}/`)))).toEqual([]);
  });
});
