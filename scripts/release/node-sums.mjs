/** Compares a packaged Node with the release of nodejs.org that it says it is. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { findSum } from "./node-sums.rules.mjs";

const run = promisify(execFile);

/**
 * @typedef {object} Comparison
 * @property {string} releases where releases lie: https://nodejs.org/dist
 * @property {string} keyring file with the public keys of Node's releasers
 * @property {Buffer} binary the packaged one
 * @property {string} folder an empty one, for what is downloaded
 */

/**
 * @param {import("./node-sums.rules.mjs").PackagedNode} node
 * @param {Comparison} comparison
 * @returns {Promise<{ kind: "same" } | { kind: "different", reason: string }>}
 */
export async function comparePackagedNode(node, { releases, keyring, binary, folder }) {
  const from = `${releases}/v${node.version}`;
  const sums = await download(`${from}/SHASUMS256.txt`, folder);
  const signature = await download(`${from}/SHASUMS256.txt.sig`, folder);
  try {
    await run("gpgv", ["--keyring", keyring, signature, sums]);
  } catch {
    return {
      kind: "different",
      reason: `the signature of the sums of Node ${node.version} is not one of its releasers`,
    };
  }
  const archive = await download(`${from}/${node.archive}`, folder);
  const sum = findSum(readFileSync(sums, "utf8"), node.archive);
  if (sum === undefined || sumOf(readFileSync(archive)) !== sum) {
    return { kind: "different", reason: `${node.archive} is not what its signed sum says` };
  }
  const released = await extract(archive, node.member, folder);
  return sumOf(released) === sumOf(binary)
    ? { kind: "same" }
    : {
        kind: "different",
        reason: `${node.name} ${node.version} is not the ${path.posix.basename(node.member)} of ${node.archive}`,
      };
}

/**
 * @param {string} address
 * @param {string} folder
 */
async function download(address, folder) {
  const response = await fetch(address, { signal: AbortSignal.timeout(300_000) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const file = path.join(folder, path.posix.basename(new URL(address).pathname));
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  return file;
}

/**
 * One member of a tar or zip archive.
 * @param {string} archive
 * @param {string} member
 * @param {string} folder
 */
async function extract(archive, member, folder) {
  if (archive.endsWith(".zip")) await run("unzip", ["-q", archive, member, "-d", folder]);
  else await run("tar", ["-xf", archive, "-C", folder, member]);
  return readFileSync(path.join(folder, member));
}

/** @param {Buffer} bytes */
const sumOf = (bytes) => createHash("sha256").update(bytes).digest("hex");
