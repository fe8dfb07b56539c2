/**
 * Gathers SpatiaLite for the package: mod_spatialite, the libraries it needs that a bare Linux lacks, and the database
 * of PROJ, from this machine's Debian packages, with a manifest of versions and licences.
 *
 *     node scripts/gather-spatialite.mjs [folder]      (build/spatialite, where electron-builder takes it from)
 *
 * Run it on the oldest system that the package should run on: the C library is the target's own.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";

/** Not bundled: the C and C++ runtime must match the target's kernel and graphics drivers. */
const ofTheSystem = /^(ld-linux.*|linux-vdso|libc|libm|libdl|librt|libpthread|libresolv|libgcc_s|libstdc\+\+)\.so/;

/**
 * @typedef {object} Gathered
 * @property {string} file name in the folder
 * @property {string} package of Debian
 * @property {string} version of that package
 * @property {readonly string[]} licences as the package's copyright file names them
 */

if (process.platform === "linux") gather(resolve(process.argv[2] ?? "build/spatialite"));
else refuse("SpatiaLite is gathered on Debian and its relatives only; elsewhere the app uses the system's own.");

/** @param {string} folder */
function gather(folder) {
  for (const tool of ["dpkg-query", "ldd", "patchelf"]) {
    if (!isOnPath(tool)) refuse(`${tool} is missing (Debian: apt install patchelf libsqlite3-mod-spatialite).`);
  }
  const module = findFile("libsqlite3-mod-spatialite", /\/mod_spatialite\.so$/);
  const projDatabase = findFile("proj-data", /\/proj\.db$/);
  rmSync(folder, { recursive: true, force: true });
  for (const part of ["", "proj", "licences"]) mkdirSync(join(folder, part), { recursive: true });

  const libraries = [{ file: "mod_spatialite.so", path: module }, ...listLibraries(module)];
  for (const { file, path } of libraries) copyLibrary(path, join(folder, file));
  copyFileSync(projDatabase, join(folder, "proj/proj.db"));

  const files = [...libraries, { file: "proj/proj.db", path: projDatabase }];
  const owners = findPackages(files.map(({ path }) => path));
  const manifest = files.map(({ file, path }) => describe(folder, file, owners.get(path) ?? unowned(path)));
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  process.stderr.write(`${libraries.length} libraries and the data of PROJ are in ${folder}\n`);
}

/**
 * All libraries that a library depends on, without those that every system has.
 * @param {string} library
 */
function listLibraries(library) {
  const lines = run("ldd", library).matchAll(/^\s*(\S+) => (\S+) \(/gm);
  return [...lines].flatMap(([, file = "", path = ""]) => (ofTheSystem.test(file) ? [] : [{ file, path }]));
}

/**
 * Copies a library under the name that others load it by, and makes it load its own dependencies from the same folder.
 * @param {string} from
 * @param {string} to
 */
function copyLibrary(from, to) {
  copyFileSync(realpathSync(from), to);
  chmodSync(to, 0o755);
  run("patchelf", "--set-rpath", "$ORIGIN", to);
}

/**
 * @param {string} folder
 * @param {string} file
 * @param {{ readonly name: string, readonly version: string }} owner
 * @returns {Gathered}
 */
function describe(folder, file, owner) {
  const copyright = `/usr/share/doc/${owner.name}/copyright`;
  const text = readFileSync(copyright, "utf8");
  copyFileSync(copyright, join(folder, "licences", `${owner.name}.txt`));
  const named = [...text.matchAll(/^License:[ \t]*(\S.*)$/gm)].map(([, name = ""]) => name.trim());
  return { file, package: owner.name, version: owner.version, licences: [...new Set(named)].sort() };
}

/**
 * The packages that own files. Packages from before the merge of /usr list a file by its short path. All files are in
 * one query, because dpkg reads its whole database for each.
 * @param {readonly string[]} paths
 */
function findPackages(paths) {
  const candidates = new Map(paths.map((path) => [path, candidatesOf(path)]));
  const found = tryRun("dpkg-query", "--search", ...new Set([...candidates.values()].flat()));
  const nameOf = new Map(
    [...found.matchAll(/^([^:,\s]+)[^ ]*(?:, \S+)*: (\/.*)$/gm)].map(([, name, path]) => [path, name]),
  );
  const names = new Map(
    paths.map((path) => [path, candidates.get(path)?.flatMap((one) => nameOf.get(one) ?? [])[0] ?? unowned(path)]),
  );
  const shown = run("dpkg-query", "--show", "--showformat=${Package} ${Version}\n", ...new Set(names.values()));
  const versionOf = new Map([...shown.matchAll(/^(\S+) (\S+)$/gm)].map(([, name, version]) => [name, version]));
  return new Map([...names].map(([path, name]) => [path, { name, version: versionOf.get(name) ?? "" }]));
}

/**
 * The paths under which dpkg may list a file, the most likely first.
 * @param {string} path
 */
function candidatesOf(path) {
  const real = realpathSync(path);
  return [path, real, real.replace(/^\/usr/, ""), `/usr${path}`].filter((candidate) => existsSync(candidate));
}

/**
 * @param {string} path
 * @returns {never}
 */
function unowned(path) {
  return refuse(`No package owns ${path}.`);
}

/**
 * @param {string} name of a package
 * @param {RegExp} path
 */
function findFile(name, path) {
  const found = tryRun("dpkg-query", "--listfiles", name)
    .split("\n")
    .find((line) => path.test(line));
  return found ?? refuse(`${name} is not installed (Debian: apt install ${name}).`);
}

/** @param {string} tool */
function isOnPath(tool) {
  return (process.env["PATH"] ?? "").split(":").some((folder) => existsSync(join(folder, basename(tool))));
}

/** @param {string} command @param {readonly string[]} args */
function run(command, ...args) {
  return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/**
 * Like `run`, but also returns the output of a command that fails, which may have answered some of several queries.
 * @param {string} command @param {readonly string[]} args
 */
function tryRun(command, ...args) {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    if (error instanceof Error && "status" in error && error.status !== null && "stdout" in error) {
      return String(error.stdout);
    }
    throw error;
  }
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
