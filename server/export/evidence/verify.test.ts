import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, expect, it } from "vitest";
import { ChainLinks, RecordChain } from "./record-chain.ts";
import { verifyPack } from "./verify.ts";

const MIB = 1024 * 1024;
const KEYS = { named: undefined, own: undefined };
const folder = mkdtempSync(join(tmpdir(), "fieldstation-verify-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function packOf(files: Record<string, Uint8Array>): string {
  const path = join(folder, `${Object.keys(files).join("-").replaceAll("/", "-")}.zip`);
  writeFileSync(path, zipSync(files));
  return path;
}

it("an archive that unpacks to hundreds of times its size is no pack", async () => {
  expect(await verifyPack(packOf({ "bomb.ndjson": new Uint8Array(96 * MIB) }), KEYS)).toBeUndefined();
  expect(await verifyPack(packOf({ "little.ndjson": new Uint8Array(MIB) }), KEYS)).toMatchObject({ ok: false });
});

it("lines without content are not read to their end", async () => {
  const lines = new Uint8Array(2 * MIB).fill(10);
  const sums = Buffer.from(`${"0".repeat(64)}  lines.ndjson\n`);
  const verdict = await verifyPack(packOf({ SHA256SUMS: sums, "lines.ndjson": lines }), KEYS);
  expect(verdict?.problems).toContainEqual({ path: "lines.ndjson", state: "changed" });
  expect(verdict?.chains.map(({ records }) => records < lines.length / 2)).toEqual([true]);
});

it("a line of any length, and links without a record, take no memory", () => {
  const piece = Buffer.alloc(MIB, "a");
  const before = process.memoryUsage().arrayBuffers;
  const chain = new RecordChain();
  const links = new ChainLinks(1);
  for (let at = 0; at < 100; at++) {
    chain.push(piece);
    links.push(piece);
  }
  chain.end();
  expect([chain.records, links.bytes.length, links.records]).toEqual([1, 8, (100 * MIB) / 16]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * MIB);
});
