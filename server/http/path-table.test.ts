import type { Request, Response } from "express";
import { Router } from "express";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allRoutes } from "../contracts/index.ts";
import { familyOf } from "../contracts/api-families.ts";
import { createPathTable } from "./path-table.ts";

const paths = [...new Set(Object.values(allRoutes).map(({ path }) => path))];

describe("the table of paths", () => {
  test("finds every path of the API under the values of its parameters", () => {
    const find = createPathTable(paths.map((path) => ({ path, value: path })));
    for (const path of paths) {
      const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name], at) => [name!, `a b/${at}é`]));
      const asked = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
      expect(find(asked)).toEqual({ value: path, params });
    }
  });

  test("finds what a router of Express finds, whatever the path", () => {
    const router = Router({ caseSensitive: true, strict: true });
    for (const path of paths) router.all(expressPath(path), (request) => found(request, path));
    const find = createPathTable(
      paths.flatMap((path) => [
        { path, value: path },
        ...(familyOf(path).allowsTrailingSlash ? [{ path: `${path}/`, value: path }] : []),
      ]),
    );
    const parts = [...new Set(paths.flatMap((path) => path.split("/").slice(1)))];
    const part = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...parts.filter((one) => !one.startsWith("{"))) },
      { weight: 4, arbitrary: fc.constantFrom("", "a", "%41", "%c3%a9", "%zz", "x.y", "V1", "@", "a%2Fb", "{id}") },
    );
    const near = fc
      .tuple(fc.constantFrom(...paths), fc.array(part, { minLength: 6, maxLength: 6 }), fc.constantFrom("", "/", "//x"))
      .map(([path, values, end]) => path.replaceAll(/\{\w+\}/g, () => values.pop()!) + end);
    const any = fc.array(part, { maxLength: 6 }).map((some) => `/${some.join("/")}`);
    fc.assert(
      fc.property(fc.oneof(near, any), (path) => {
        expect(outcome(() => find(path) ?? null)).toEqual(outcome(() => askExpress(router, path)));
      }),
      { numRuns: 5000 },
    );
  });
});

type Found = { readonly value: string; readonly params: object };
let last: Found | null = null;

function found(request: Request, value: string): void {
  last = { value, params: { ...request.params } };
}

function askExpress(router: Router, path: string): Found | null {
  last = null;
  let failure: unknown;
  const request = { method: "GET", url: path } as Request;
  router(request, {} as Response, (error?: unknown) => (failure = error));
  if (failure !== undefined && failure !== null) throw failure as Error;
  return last;
}

function outcome(find: () => Found | null): Found | null | "malformed" {
  try {
    return find();
  } catch (error) {
    if (error instanceof URIError) return "malformed";
    throw error;
  }
}

function expressPath(path: string): string {
  const named = path.replaceAll(/\{(\w+)\}/g, ":$1");
  return familyOf(path).allowsTrailingSlash ? `${named}{/}` : named;
}
