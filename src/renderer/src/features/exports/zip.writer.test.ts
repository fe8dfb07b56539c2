import { describe, expect, it } from "vitest";
import { ZipWriter } from "./zip.writer.ts";

interface Entry {
  readonly text: string;
  readonly crc: number;
  readonly dosTime: number;
}

/** Reads an archive by its directory, as every program does. */
async function entriesOf(archive: Blob): Promise<ReadonlyMap<string, Entry>> {
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  expect(view.getUint32(end, true)).toBe(0x0605_4b50);
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    expect(view.getUint32(at, true)).toBe(0x0201_4b50);
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const local = view.getUint32(at + 42, true);
    expect(view.getUint32(local, true)).toBe(0x0403_4b50);
    expect(bytes.subarray(local + 4, local + 30)).toEqual(bytes.subarray(at + 6, at + 32));
    const start = local + 30 + view.getUint16(local + 26, true);
    const packed = new Blob([bytes.slice(start, start + view.getUint32(at + 20, true))]);
    const text = await new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
    expect(text.length).toBe(view.getUint32(at + 24, true));
    entries.set(name, { text, crc: view.getUint32(at + 16, true), dosTime: view.getUint32(at + 12, true) });
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return entries;
}

describe("an archive", () => {
  it("contains every file with its name, content, checksum and time", async () => {
    const zip = new ZipWriter();
    const long = "latitude,longitude\n".repeat(10_000);
    await zip.add("flug_ä.csv", new Blob([long]), Date.UTC(2026, 10, 20, 11, 22, 34));
    // The check value of the CRC-32 catalogue.
    await zip.add("check.txt", new Blob(["123456789"]), 0);
    await zip.add("empty.csv", new Blob([]), 0);
    const entries = await entriesOf(zip.finish());
    expect([...entries.keys()]).toEqual(["flug_ä.csv", "check.txt", "empty.csv"]);
    expect(entries.get("flug_ä.csv")?.text).toBe(long);
    expect(entries.get("flug_ä.csv")?.dosTime).toBe(
      ((46 << 9) | (11 << 5) | 20) * 0x1_0000 + ((11 << 11) | (22 << 5) | 17),
    );
    expect(entries.get("check.txt")?.crc).toBe(0xcbf4_3926);
    expect(entries.get("empty.csv")).toMatchObject({ text: "", crc: 0 });
    expect(zip.byteLength).toBeLessThan(long.length);
  });
});
