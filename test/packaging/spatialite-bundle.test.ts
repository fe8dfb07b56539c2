import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const tools = ["/usr/bin/patchelf", "/usr/bin/dpkg-query", "/usr/share/doc/libsqlite3-mod-spatialite"];
const missing = tools.filter((path) => !existsSync(path));
const reason = missing.length === 0 ? "" : ` (skipped, without ${missing.join(", ")})`;

/** Opens a database with the bundle and says what answered, and which libraries the process has loaded for it. */
const probe = `
  import Database from "better-sqlite3";
  const before = new Set(process.report.getReport().sharedObjects);
  const db = new Database(":memory:");
  db.loadExtension(process.argv[1]);
  db.exec("SELECT InitSpatialMetaDataFull(1)");
  const [x] = db.prepare("SELECT ST_X(ST_Transform(MakePoint(14.42, 50.08, 4326), 3857))").raw().get();
  const [version] = db.prepare("SELECT spatialite_version()").raw().get();
  const loaded = process.report.getReport().sharedObjects.filter((path) => !before.has(path));
  console.log(JSON.stringify({ x, version, loaded }));
`;

/** Whether this user may hide files in a name space of its own. */
const mayHide = spawnSync("unshare", ["--map-root-user", "--mount", "true"]).status === 0;
/** Hides the files that are named first, up to `--`, from what is run after them, and from nobody else. */
const hideAndRun = `
  while [ "$1" != "--" ]; do
    if [ -d "$1" ]; then mount -t tmpfs none "$1"; else mount --bind /dev/null "$1"; fi || exit 9
    shift
  done
  shift
  exec "$@"
`;

describe.skipIf(missing.length > 0)(`SpatiaLite in the package${reason}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "fieldstation-spatialite-"));
  const bundle = join(folder, "spatialite");
  beforeAll(
    () => void execFileSync(process.execPath, [join(root, "scripts/gather-spatialite.mjs"), bundle], { stdio: "pipe" }),
  );
  afterAll(() => rmSync(folder, { recursive: true }));

  it("works with its own libraries and projection data, and none of the system's but the C and C++ run time", () => {
    const text = execFileSync(
      process.execPath,
      ["--input-type=module", "--eval", probe, join(bundle, "mod_spatialite.so")],
      {
        cwd: root,
        encoding: "utf8",
        env: { PATH: process.env["PATH"], PROJ_DATA: join(bundle, "proj"), PROJ_LIB: join(bundle, "proj") },
      },
    );
    const seen = JSON.parse(text) as { x: number; version: string; loaded: string[] };
    // Prague on the web's Mercator (EPSG:3857), by the formula of the sphere.
    expect(seen.x).toBeCloseTo((14.42 * Math.PI * 6_378_137) / 180, 2);
    expect(seen.version).toMatch(/^5\./);
    const foreign = seen.loaded.filter((path) => !path.startsWith(bundle) && !path.endsWith(".node"));
    expect(
      foreign.filter((path) => !/\/(libc|libm|libdl|librt|libpthread|libresolv|libgcc_s|libstdc\+\+)\.so/.test(path)),
    ).toEqual([]);
    expect(seen.loaded.filter((path) => path.startsWith(bundle)).length).toBeGreaterThan(5);
  });

  it.skipIf(!mayHide)("works where the system has none of it", () => {
    const names = readdirSync(bundle).filter((name) => name.includes(".so"));
    const folders = readdirSync("/usr/lib")
      .map((name) => join("/usr/lib", name))
      .filter((path) => path.endsWith("-linux-gnu"));
    const copies = folders.flatMap((path) => names.map((name) => join(path, name))).filter((path) => existsSync(path));
    expect(copies.length).toBeGreaterThan(5);
    const hidden = [...copies, "/usr/share/proj"];
    const run = (module: string, proj: string) =>
      spawnSync(
        "unshare",
        ["--map-root-user", "--mount", "sh", "-c", hideAndRun, "sh", ...hidden, "--"].concat(process.execPath, [
          "--input-type=module",
          "--eval",
          probe,
          module,
        ]),
        { cwd: root, encoding: "utf8", env: { PATH: process.env["PATH"], PROJ_DATA: proj, PROJ_LIB: proj } },
      );
    // What was hidden is gone: the system's own module does not load any more.
    expect(run("mod_spatialite", "/usr/share/proj").stderr).toMatch(/mod_spatialite/);
    const { stdout, stderr } = run(join(bundle, "mod_spatialite.so"), join(bundle, "proj"));
    expect(stderr).toBe("");
    expect((JSON.parse(stdout) as { x: number }).x).toBeCloseTo((14.42 * Math.PI * 6_378_137) / 180, 2);
  });

  it("names the package, version and licence of every file, and includes the licence", () => {
    const manifest = JSON.parse(readFileSync(join(bundle, "manifest.json"), "utf8")) as Record<string, string>[];
    const files = manifest.map(({ file }) => file);
    expect(files).toContain("mod_spatialite.so");
    expect(files).toContain("proj/proj.db");
    for (const { file, package: owner, version } of manifest) {
      expect(existsSync(join(bundle, file ?? ""))).toBe(true);
      expect(existsSync(join(bundle, "licences", `${owner}.txt`))).toBe(true);
      expect(version).toMatch(/\d/);
    }
  });
});
