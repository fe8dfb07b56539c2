import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { expect, it } from "vitest";
import { plainContractsPlugin } from "./plain-contracts.ts";

const CONTRACTS = path.resolve(import.meta.dirname, "../../server/contracts");

/** As the bundler calls it. */
function plain(code: string): string {
  const { transform } = plainContractsPlugin() as unknown as {
    readonly transform: { handler(this: { parse: typeof parseAst }, code: string): string };
  };
  return transform.handler.call({ parse: parseAst }, code);
}

it("leaves out what describes a schema, however deep, and nothing that checks", () => {
  const code = `export const Place = z
    .object({ name: z.string().max(40).describe("As on the \\"map\\"."), at: Point.describe("ř").optional() })
    .meta({ id: "Place", of: z.string().describe("x") });`;
  expect(plain(code)).toBe(`export const Place = z
    .object({ name: z.string().max(40), at: Point.optional() });`);
});

it("leaves no description in any contract, which is still read as TypeScript", () => {
  const files = readdirSync(CONTRACTS).filter((file) => file.endsWith(".ts") && !file.includes(".test."));
  const sources = files.map((file) => readFileSync(path.join(CONTRACTS, file), "utf8"));
  expect(sources.join("").split(".describe(").length).toBeGreaterThan(1_000);
  for (const source of sources) {
    const text = plain(source);
    expect(text).not.toMatch(/\.(describe|meta)\(/u);
    expect(() => parseAst(text, { lang: "ts" })).not.toThrow();
  }
});
