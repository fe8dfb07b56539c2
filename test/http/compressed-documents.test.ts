import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createStalledReaders } from "../../server/http/stalled-readers.ts";
import { get, GZIP, REMOTE } from "./compression.fixture.ts";
import { type HttpStation, startHttpStation } from "./http-station.ts";
import { settled, slice } from "./streams.fixture.ts";

const UA = "/v2/airspace/telemetry/ua";

async function* telemetry(slices: number, rows = 200) {
  for (let at = 0; at < slices; at++) yield slice(rows);
}

/** Hardly becomes smaller, so that it soon fills what the system keeps for a slow reader. */
function noise(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(randomBytes(64 * 1024), (byte) => 33 + (byte % 90));
}

const streamed = (slices: () => AsyncGenerator<ReturnType<typeof slice>>) => ({
  listUaTelemetry: () => ({ status: 200, stream: { record: "ua", slices: slices() } }) as const,
});

describe("a compressed document", () => {
  it.each([
    "application/json",
    "application/x-ndjson",
    "text/csv",
    "application/gpx+xml",
    "application/geo+json",
    "application/vnd.google-earth.kml+xml",
  ])("is byte for byte the same when unpacked: %s", async (accept) => {
    await using station = await startHttpStation({ handlers: streamed(() => telemetry(10)) });
    const path = `${UA}?from=-PT1H`;
    const [plain, packed] = [
      await get(station, path, { ...GZIP, Accept: accept }),
      await get(station, path, { ...REMOTE, Accept: accept }),
    ];
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept, Accept-Encoding" });
    expect(gunzipSync(packed.body)).toEqual(plain.body);
    expect(packed.body.length).toBeLessThan(plain.body.length / 5);
  });

  it("reads each chunk before its memory is used again", async () => {
    const handlers = streamed(() => telemetry(1));
    await using station = await startHttpStation({
      handlers,
      async *encode() {
        const memory = new Uint8Array(50_000);
        for (let at = 0; at < 100; at++) {
          for (let index = 0; index < memory.length; index++) memory[index] = 48 + ((at * 31 + index * index) % 70);
          yield memory;
          memory.fill(0);
        }
      },
    });
    const [plain, packed] = [await get(station, UA, GZIP), await get(station, UA, REMOTE)];
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
  });

  it("says its length where it is a page, and begins early where it is long", async () => {
    let ended = false;
    async function* encode() {
      for (let at = 0; at < 20; at++) yield noise();
      ended = true;
    }
    await using page = await startHttpStation({ handlers: streamed(() => telemetry(5)) });
    const got = await get(page, UA, REMOTE);
    expect(got.headers["content-length"]).toBe(String(got.body.length));
    await using long = await startHttpStation({ handlers: streamed(() => telemetry(1)), encode });
    const sent = request({ port: long.port, path: UA, headers: REMOTE, host: "127.0.0.1" });
    sent.end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    expect([response.headers["content-length"], ended]).toEqual([undefined, false]);
    response.resume();
    await once(response, "end");
    expect(ended).toBe(true);
  });

  it("is plain where it is short", async () => {
    await using station = await startHttpStation({ handlers: streamed(() => telemetry(1, 2)) });
    const { headers, body } = await get(station, UA, { ...REMOTE, Accept: "application/x-ndjson" });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(body.toString().trim().split("\n")).toHaveLength(2);
  });

  it("that fails half-way never looks whole", async () => {
    await using station = await startHttpStation({ handlers: streamed(() => telemetry(1)), encode: () => failing(8) });
    const response = await fetch(`${station.url}${UA}`, { headers: REMOTE });
    expect([response.status, response.headers.get("content-encoding")]).toEqual([200, "gzip"]);
    await expect(response.text()).rejects.toThrow();
  });

  it("that fails half-way is reset for HTTP/1.0 too", async () => {
    await using station = await startHttpStation({ handlers: streamed(() => telemetry(1)), encode: () => failing(8) });
    const socket = connect(station.port, "127.0.0.1");
    const host = `Host: 127.0.0.1:${station.port}`;
    socket.write(`GET ${UA} HTTP/1.0\r\n${host}\r\nAccept-Encoding: gzip\r\nVia: proxy\r\n\r\n`);
    socket.resume();
    await expect(once(socket, "end")).rejects.toThrow("ECONNRESET");
  });

  it("that fails before anything was sent is an error like any other", async () => {
    await using station = await startHttpStation({ handlers: streamed(() => telemetry(1)), encode: () => failing(0) });
    const { status, headers } = await get(station, UA, { ...REMOTE, Accept: "text/csv" });
    expect([status, headers["content-encoding"], headers["content-type"]]).toEqual([
      500,
      undefined,
      "application/json; charset=utf-8",
    ]);
  });

  it("lets go of its data at once when the reader hangs up, and waits for a slow one", async () => {
    const data = endless();
    await using station = await startHttpStation({ handlers: streamed(() => telemetry(1)), encode: data.encode });
    const socket = await openReader(station);
    const asked = await settled(() => data.state.asked);
    socket.destroy();
    await data.freed;
    expect(data.state.asked).toBe(asked);
  });

  it("is cut when its reader has stopped reading", async () => {
    const data = endless();
    const stalledReaders = createStalledReaders(200);
    const handlers = streamed(() => telemetry(1));
    await using station = await startHttpStation({ handlers, encode: data.encode, stalledReaders });
    const socket = await openReader(station);
    socket.on("error", () => undefined);
    await expect(data.freed).resolves.toBeUndefined();
  });
});

async function* failing(chunks: number) {
  yield Buffer.alloc(5000, "text");
  for (let at = 0; at < chunks; at++) yield noise();
  throw new Error("the disk is gone");
}

/** A document without an end; tells how many chunks were asked for and when the reader was let go. */
function endless() {
  const freed = Promise.withResolvers<void>();
  const state = { asked: 0 };
  async function* encode() {
    try {
      for (;;) {
        state.asked++;
        yield noise();
      }
    } finally {
      freed.resolve();
    }
  }
  return { state, freed: freed.promise, encode };
}

/** A connection that reads the beginning of a compressed document, and then nothing. */
async function openReader({ port }: HttpStation) {
  const socket = connect(port, "127.0.0.1");
  const head = `Host: 127.0.0.1:${port}\r\nAccept-Encoding: gzip\r\nX-Forwarded-For: 192.0.2.7`;
  socket.write(`GET ${UA} HTTP/1.1\r\n${head}\r\n\r\n`);
  const [first] = (await once(socket, "data")) as [Buffer];
  expect(first.toString("latin1")).toContain("Content-Encoding: gzip");
  socket.pause();
  return socket;
}
