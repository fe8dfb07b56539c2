import { generateKeyPairSync } from "node:crypto";
import { unzipSync } from "fflate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PackFile, writePack } from "./pack.ts";
import { ChainLinks, RecordChain } from "./record-chain.ts";

const pair = generateKeyPairSync("ed25519");
const KEY = {
  publicPem: pair.publicKey.export({ type: "spki", format: "pem" }).toString(),
  privatePem: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
};

async function collect(files: readonly PackFile[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writePack(files, KEY, 0)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe("a pack that is written", () => {
  it("reads one file after the other, and each only when it is its turn", async () => {
    const order: string[] = [];
    const file = (path: string): PackFile => ({
      path,
      async *chunks() {
        order.push(`${path} begins`);
        yield Buffer.from("one\n");
        yield Buffer.from("two\n");
        order.push(`${path} ends`);
      },
    });
    const files = unzipSync(await collect([file("a.ndjson"), file("b.txt")]));
    expect(order).toEqual(["a.ndjson begins", "a.ndjson ends", "b.txt begins", "b.txt ends"]);
    expect(Object.keys(files)).toEqual([
      "a.ndjson",
      "chains/a.ndjson.txt",
      "b.txt",
      "evidence-key.pem",
      "SHA256SUMS",
      "manifest.json",
    ]);
  });

  it("throws what a file throws, and closes the file when its reader leaves", async () => {
    const broken: PackFile = {
      path: "broken.txt",
      async *chunks() {
        yield Buffer.from("begun");
        throw new Error("the disk is gone");
      },
    };
    await expect(collect([broken])).rejects.toThrow("the disk is gone");

    let isClosed = false;
    const endless: PackFile = {
      path: "endless.txt",
      async *chunks() {
        try {
          for (;;) yield crypto.getRandomValues(new Uint8Array(60_000));
        } finally {
          isClosed = true;
        }
      },
    };
    let received = 0;
    // What was not begun needs not be closed: the first bytes are the header of the file.
    for await (const chunk of writePack([endless], KEY, 0)) if ((received += chunk.length) > 200_000) break;
    await expect.poll(() => isClosed).toBe(true);
  });
});

describe("the chain of records", () => {
  const linksOf = (chain: RecordChain) => {
    const links = new ChainLinks();
    for (const lines of chain.lines()) links.push(lines);
    return links;
  };
  const chainOf = (text: string, cut = text.length) => {
    const chain = new RecordChain();
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += cut) chain.push(bytes.subarray(at, at + cut));
    chain.end();
    return chain;
  };
  const texts = fc.array(
    fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", "")),
    { minLength: 1 },
  );

  it("is the same however its bytes arrive, and breaks at the first record that is another one", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), fc.nat(), (records, cut, seed) => {
        const text = records.map((record) => `${record}\n`).join("");
        const whole = chainOf(text);
        const links = linksOf(whole);
        expect([whole.records, links.records]).toEqual([records.length, records.length]);
        const inPieces = chainOf(text, cut);
        expect([inPieces.head, inPieces.findBreak(links)]).toEqual([whole.head, null]);
        const at = seed % records.length;
        const changed = records.map((record, index) => `${record}${index === at ? "!" : ""}\n`).join("");
        expect(chainOf(changed).findBreak(links)).toBe(at + 1);
        const shorter = records.slice(0, -1).map((record) => `${record}\n`);
        expect(chainOf(shorter.join("")).findBreak(links)).toBe(records.length);
        expect(chainOf(`${text}one more\n`).findBreak(links)).toBe(records.length + 1);
      }),
      { numRuns: 50 },
    );
  });
});
