/**
 * The third-party software in a build: the packages in node_modules, and those that are bundled into the console. The
 * app shows their licences (Settings, About).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** The texts of its licences and notices; empty where its package has none. */
  readonly text: string;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { readonly type?: string };
  readonly licenses?: readonly { readonly type?: string }[];
}

const licenceFile = /^(licen[cs]e|copying|notice)/i;
/** Node itself comes with Electron, under Electron's licences. */
const notPackaged = /^node-(linux|win)-/;

/**
 * Every package in a build, by name and version, each once. `root` is the folder of package-lock.json and node_modules;
 * `bundledFiles` are the files that the bundler has put into the console.
 */
export function listThirdParty(root: string, bundledFiles: Iterable<string>): readonly ThirdParty[] {
  const lock = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")) as Lockfile;
  const carried = Object.entries(lock.packages)
    .filter(([place, { dev }]) => place !== "" && dev !== true)
    .map(([place]) => path.join(root, place));
  const bundled = [...bundledFiles].flatMap((file) => findPackageFolder(file) ?? []);
  const found = new Map<string, ThirdParty>();
  for (const folder of new Set([...carried, ...bundled])) {
    // Binaries of other platforms are locked, and not installed.
    if (!existsSync(path.join(folder, "package.json"))) continue;
    const one = readPackage(folder);
    if (!notPackaged.test(one.name)) found.set(`${one.name}@${one.version}`, one);
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** The folder of the package that a file belongs to, as bundlers name files. */
export function findPackageFolder(file: string): string | undefined {
  const plain = file.replace(/^\0+/, "").replace(/\?.*$/, "").replaceAll("\\", "/");
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(plain)?.[0];
}

/** Writes the list beside the console: `third-party.json`. */
export function thirdPartyPlugin(root: string): Plugin {
  return {
    name: "third-party",
    apply: "build",
    generateBundle() {
      const source = JSON.stringify(listThirdParty(root, this.getModuleIds()));
      this.emitFile({ type: "asset", fileName: "third-party.json", source });
    },
  };
}

function readPackage(folder: string): ThirdParty {
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map((entry) => readFileSync(path.join(folder, entry.name), "utf8").trim());
  return { name: manifest.name, version: manifest.version, licence: licenceOf(manifest), text: texts.join("\n\n") };
}

function licenceOf({ license, licenses }: Manifest): string {
  if (typeof license === "string") return license;
  return license?.type ?? licenses?.flatMap(({ type }) => type ?? []).join(" OR ") ?? "";
}
