import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStation } from "../../server/app/index.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import { silentLog } from "../../server/kernel/log.ts";

/** DroneScout receivers can compress what they send with LZMA. The files are described in `dronescout/README.md`. */

const clock = { now: () => Date.UTC(2025, 4, 1, 12) };

let station: Awaited<ReturnType<typeof startStation>>;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "fieldstation-lzma-"));
  station = await startStation({ dataDir, port: 0, localOperator: true, log: silentLog, clock });
});
afterAll(async () => {
  await station.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const file = async (name: string) => Buffer.from(await readFile(new URL(`dronescout/${name}`, import.meta.url)));

async function push(body: Buffer | Uint8Array<ArrayBuffer>, contentType?: string) {
  const headers: Record<string, string> = contentType === undefined ? {} : { "Content-Type": contentType };
  const response = await fetch(`${station.url}/station/v1/ingest/scout`, {
    method: "POST",
    body: new Uint8Array(body),
    headers,
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

async function found(search: string): Promise<readonly Operation[]> {
  const query = new URLSearchParams({ from: "-PT24H", search });
  const response = await fetch(`${station.url}/v2/airspace/operations?${query.toString()}`);
  return (await response.json()) as readonly Operation[];
}

describe("a push compressed with LZMA", () => {
  it.each([
    ["payload.xz", "application/x-xz", "1596F3LZMAA"],
    ["payload.lzma", "application/x-lzma", "1596F3LZMAB"],
    ["python.xz", "application/octet-stream", "1596F3LZMAC"],
    ["python.lzma", "application/json", "1596F3LZMAD"],
    ["blocks.xz", undefined, "1596F3LZMAE"],
  ])("is decoded from %s, sent as %s", async (name, contentType, serial) => {
    expect(await push(await file(name), contentType)).toEqual({
      status: 200,
      body: { frames: 2, sensors: 0, refused: {} },
    });
    const operations = await found(serial);
    expect(operations.map((one) => one.ua_identifiers[0]?.value).toSorted()).toEqual([
      `${serial}000000001`,
      `${serial}000000002`,
    ]);
    expect(operations.map((one) => one.sensor_id)).toEqual(["ds230-roof", "ds230-roof"]);
  });

  it.each(["zeros-32-mib.xz", "zeros-32-mib.lzma"])("is refused when it grows too large: %s", async (name) => {
    const body = await file(name);
    const messages = [`The body of ${body.length} bytes decompresses to more than ${body.length * 1000} bytes.`];
    expect(await push(body, "application/octet-stream")).toEqual({
      status: 413,
      body: { error: "body_too_large", messages },
    });
  });

  it("is refused before decompression when its header states too large a size", async () => {
    const body = await file("payload.lzma");
    body.writeBigUInt64LE(2n ** 37n, 5);
    expect(await push(body)).toMatchObject({ status: 413, body: { error: "body_too_large" } });
  });

  it.each([
    ["payload.xz", 0.3, /^body: is cut off: the \.xz file ends before/],
    ["blocks.xz", 0.9, /^body: is cut off: the \.xz file ends before/],
    ["payload.xz", 0.99, /^body: is cut off: the \.xz file ends before/],
    ["payload.lzma", 0.3, /^body: is cut off or damaged/],
    ["payload.lzma", 0.9, /^body: is cut off or damaged/],
  ])("is refused when it is cut off: %s at %d", async (name, share, sentence) => {
    const body = await file(name);
    expect(await push(body.subarray(0, Math.floor(body.length * share)), "application/octet-stream")).toEqual({
      status: 400,
      body: { error: "validation_error", messages: [expect.stringMatching(sentence)] },
    });
  });

  it.each([
    ["that is damaged", (xz: Buffer) => flipped(xz, 100), /^body: is cut off or damaged: .+ failed with "/],
    ["with a filter", (xz: Buffer) => flipped(xz, 14), /^body: uses a filter of \.xz that is not supported/],
    ["with a large dictionary", (xz: Buffer) => flipped(xz, 16), /^body: needs a dictionary of more than 64 MiB/],
    ["followed by another", (xz: Buffer) => Buffer.concat([xz, xz]), /^body: goes on after the end of the \.xz file/],
  ])("is refused as an .xz file %s", async (_what, change, sentence) => {
    expect(await push(change(await file("payload.xz")))).toEqual({
      status: 400,
      body: { error: "validation_error", messages: [expect.stringMatching(sentence)] },
    });
  });
});

describe("a push of bytes", () => {
  it("that are neither LZMA nor text is refused as such", async () => {
    expect(await push(new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 4, 0]), "application/octet-stream")).toEqual({
      status: 400,
      body: { error: "validation_error", messages: [expect.stringMatching(/^body: is not LZMA: /)] },
    });
  });

  it("that are text after all is read as text", async () => {
    const body = Buffer.from('{"heartbeat":"Device is active and running."}\0');
    expect(await push(body, "application/octet-stream")).toEqual({
      status: 200,
      body: { frames: 0, sensors: 0, refused: {} },
    });
  });
});

/** All bits of one byte the other way round. */
function flipped(bytes: Buffer, at: number): Buffer {
  bytes[at] = bytes[at]! ^ 0xff;
  return bytes;
}
