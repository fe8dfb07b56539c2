import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      optional: z.boolean().optional(),
      dev: z.boolean().optional(),
      cpu: z.unknown().optional(),
      // Very old packages have a list of sentences in its place.
      engines: z
        .union([z.object({ node: z.string().optional() }), z.array(z.string()).transform(() => ({ node: undefined }))])
        .optional(),
    }),
  ),
});

const { packages } = Lockfile.parse(
  JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")),
);

/** The places where Node, from the package inwards to the top, looks for a dependency. */
function places(from: string, name: string): readonly string[] {
  const folders = from.split("/node_modules/");
  const nested = folders.map(
    (_, index) => `${folders.slice(0, folders.length - index).join("/node_modules/")}/node_modules/${name}`,
  );
  return [...nested, `node_modules/${name}`];
}

// A lockfile that was written where a registry lacked some platform's binary cannot be installed at all (`npm ci`
// calls it out of sync), and never on that platform: then a version whose binaries are all there is the one to pin.
test("the lockfile holds every platform's binary of every package", () => {
  const missing = Object.entries(packages).flatMap(([from, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !places(from, name).some((place) => place in packages))
      .map((name) => `${from === "" ? "package.json" : from} wants ${name}`),
  );
  expect(missing).toEqual([]);
});

test("the lockfile names no download address of one registry", () => {
  expect(Object.entries(packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
});

// npm leaves an optional package out without a word when the Node that installs is older than the package demands, and
// one may begin with Node 20: the station would then start without its binary.
test("the binaries of every dependency are installed under the oldest Node that one may begin with", () => {
  const demanding = Object.entries(packages).filter(([, { optional, dev, cpu, engines }]) => {
    const oldest = /^>=\s*(\d+)/.exec(engines?.node ?? ">= 0")?.[1];
    return optional && !dev && cpu !== undefined && (oldest === undefined || Number(oldest) > 20);
  });
  expect(demanding.map(([name, { engines }]) => `${name} wants Node ${engines?.node}`)).toEqual([]);
});
