import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, expect, it } from "vitest";
import { writePack } from "./pack.ts";
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

it("a pack of a thousand files, whose manifest is a hundred times that of a station, is verified", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = {
    publicPem: publicKey.export({ type: "spki", format: "pem" }).toString(),
    privatePem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
  const files = Array.from({ length: 1000 }, (_, at) => ({
    path: `telemetry/track-${at}.csv`,
    chunks: () => [Buffer.from(`time\n${at}\n`)],
  }));
  const path = join(folder, "thousand.zip");
  const chunks: Uint8Array[] = [];
  for await (const chunk of writePack(files, key, 0)) chunks.push(chunk);
  writeFileSync(path, Buffer.concat(chunks));
  expect(await verifyPack(path, KEYS)).toMatchObject({
    ok: true,
    files: 1001,
    manifest: "derived",
    signature: "valid",
  });
});

it("a manifest or sums of megabytes are none of a station, nor is a manifest of very many values", async () => {
  const values = (bytes: number) => Buffer.from(`[${"{},".repeat(bytes / 3)}{}]`);
  for (const bytes of [2 * MIB, MIB / 2]) {
    const found = await verifyPack(
      packOf({ "manifest.json": values(bytes), SHA256SUMS: Buffer.alloc(bytes, "\n") }),
      KEYS,
    );
    expect(found).toMatchObject({ ok: false, manifest: "missing", signature: "missing" });
  }
});

it("an archive whose list of files is megabytes is no pack", async () => {
  const names = Array.from({ length: 600 }, (_, at) => [`${"long".repeat(500)}-${at}.txt`, new Uint8Array()]);
  const path = join(folder, "many.zip");
  writeFileSync(path, zipSync(Object.fromEntries(names)));
  expect(await verifyPack(path, KEYS)).toBeUndefined();
});
