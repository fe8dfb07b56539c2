/**
 * For the release: compares every packaged Node, as npm delivers it, with nodejs.org's signed release.
 *
 *   node scripts/check-node.mjs KEYRING
 *
 * KEYRING holds the public keys of Node's releasers (github.com/nodejs/release-keys). Needs a network, gpgv, tar and unzip.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ExpectedError, print, runMain } from "./bootstrap/output.mjs";
import { inRoot } from "./bootstrap/paths.mjs";
import { comparePackagedNode } from "./release/node-sums.mjs";
import { listPackagedNodes } from "./release/node-sums.rules.mjs";

const releases = "https://nodejs.org/dist";

await runMain(async () => {
  const keyring = process.argv[2];
  if (keyring === undefined) throw new ExpectedError("Usage: node scripts/check-node.mjs KEYRING");
  /** @type {{ optionalDependencies: Record<string, string> }} */
  const { optionalDependencies } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  /** @type {{ packages: Record<string, { integrity?: string }> }} */
  const lock = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));
  const reasons = [];
  for (const node of listPackagedNodes(optionalDependencies)) {
    const folder = mkdtempSync(path.join(os.tmpdir(), "check-node-"));
    try {
      const binary = fetchPackaged(node, lock.packages[`node_modules/${node.name}`]?.integrity, folder);
      const answer = await comparePackagedNode(node, { releases, keyring: path.resolve(keyring), binary, folder });
      print(`${node.name} ${node.version}: ${answer.kind}`);
      if (answer.kind === "different") reasons.push(answer.reason);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  if (reasons.length > 0) throw new ExpectedError(reasons.join("\n"));
  return 0;
});

/**
 * The binary in the package of npm, which is the one of package-lock.json.
 * @param {import("./release/node-sums.rules.mjs").PackagedNode} node
 * @param {string | undefined} integrity
 * @param {string} folder
 */
function fetchPackaged({ name, version, binary }, integrity, folder) {
  const packed = execFileSync("npm", ["pack", `${name}@${version}`, "--json", "--pack-destination", folder]);
  /** @type {[{ filename: string, integrity: string }]} */
  const [{ filename, integrity: delivered }] = JSON.parse(packed.toString());
  if (integrity === undefined || delivered !== integrity) {
    throw new ExpectedError(`${name} ${version} is not the one of package-lock.json`);
  }
  execFileSync("tar", ["-xf", path.join(folder, filename), "-C", folder, `package/${binary}`]);
  return readFileSync(path.join(folder, "package", binary));
}
