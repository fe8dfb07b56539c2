import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { FORMATS } from "../../server/contracts/formats.ts";
import { z } from "zod";
import { UaTelemetry } from "../../server/contracts/telemetry.ts";
import { settled, slice } from "./streams.fixture.ts";
import { recordingLog, refusalOf, startHttpStation } from "./http-station.ts";

const UA = "/v2/airspace/telemetry/ua";

/** Slices without an end; tells how many were asked for and when the reader was let go. */
function endless() {
  const freed = Promise.withResolvers<void>();
  const state = { asked: 0 };
  async function* slices() {
    try {
      for (;;) {
        state.asked++;
        yield slice(200);
      }
    } finally {
      freed.resolve();
    }
  }
  return { state, freed: freed.promise, slices };
}

describe("representations", () => {
  it.each([
    [undefined, "application/json"],
    ["*/*", "application/json"],
    ["application/*", "application/json"],
    ["text/*", "text/csv"],
    ["application/x-ndjson", "application/x-ndjson"],
    ["TEXT/CSV", "text/csv"],
    ["application/json; charset=utf-8", "application/json"],
    ["text/csv;charset=UTF-8;q=0.9, application/json;q=0.1", "text/csv"],
    ["application/gpx+xml", "application/gpx+xml"],
    ["application/vnd.google-earth.kml+xml", "application/vnd.google-earth.kml+xml"],
    ["application/geo+json", "application/geo+json"],
    ["application/geo+json-seq", "application/geo+json-seq"],
    ["application/json;q=0.5, text/csv", "text/csv"],
    ["text/csv;q=0.2, application/x-ndjson;q=0.9, */*;q=0.1", "application/x-ndjson"],
    ["text/html, */*;q=0.8", "application/json"],
    ["application/json;q=0, */*", "application/x-ndjson"],
  ])("are chosen by Accept and its quality values: %s gives %s", async (accept, contentType) => {
    await using station = await startHttpStation({
      handlers: {
        listUaTelemetry: () => ({
          status: 200,
          stream: {
            record: "ua",
            slices: (async function* () {
              yield slice(2);
            })(),
          },
        }),
      },
    });
    const { headers, body } = await get(station.port, UA, accept === undefined ? {} : { Accept: accept });
    expect(headers["content-type"]?.split(";")[0]).toBe(contentType);
    expect(headers["vary"]).toBe("Accept");
    expect(body.length).toBeGreaterThan(100);
  });

  it.each(["geojson", "geojsonseq"] as const)("are chosen by format before Accept: %s", async (format) => {
    async function* slices() {
      yield slice(2);
    }
    await using station = await startHttpStation({
      handlers: { listUaTelemetry: () => ({ status: 200, stream: { record: "ua", slices: slices() } }) },
    });
    const response = await fetch(`${station.url}${UA}?format=${format}`, { headers: { Accept: "text/csv" } });
    expect(response.headers.get("content-type")).toBe(FORMATS[format].contentType);
    expect((await response.text()).match(/"Feature"/g)).toHaveLength(2);
    expect((await fetch(`${station.url}${UA}?format=shape`)).status).toBe(422);
  });

  it.each(["text/html", "application/xml", "application/json;q=0"])("that do not exist are 406: %s", async (accept) => {
    await using station = await startHttpStation();
    const response = await fetch(station.url + UA, { headers: { Accept: accept } });
    expect(response.status).toBe(406);
    const { detail } = await refusalOf(response);
    expect(detail).toMatchObject({ type: "not_acceptable", loc: ["header", "Accept"], input: accept });
    expect(detail.msg).toContain("text/csv");
  });

  it("of what is not streamed are JSON, and GeoJSON where a map can draw it", async () => {
    await using station = await startHttpStation();
    const csv = { headers: { Accept: "text/csv" } };
    const geojson = { headers: { Accept: "application/geo+json" } };
    expect((await fetch(`${station.url}/v2/airspace/operations?from=-PT1H`, csv)).status).toBe(406);
    expect((await fetch(`${station.url}/v2/airspace/operations?from=-PT1H`, geojson)).status).toBe(200);
    expect((await fetch(`${station.url}/station/v1/info`, geojson)).status).toBe(406);
    const own = await fetch(`${station.url}/station/v1/info`, csv);
    expect([own.status, (await refusalOf(own)).error]).toEqual([406, "not_acceptable"]);
  });
});

describe("a streamed answer", () => {
  it("is the complete document", async () => {
    await using station = await startHttpStation({
      handlers: {
        listUaTelemetry: () => ({
          status: 200,
          stream: {
            record: "ua",
            slices: (async function* () {
              for (let at = 0; at < 50; at++) yield slice(200);
            })(),
          },
        }),
      },
    });
    const response = await fetch(`${station.url}${UA}?from=-PT1H`);
    const records = z.array(UaTelemetry).parse(await response.json());
    expect(records).toHaveLength(10_000);
    expect(records[0]).toMatchObject({ operation_id: "operation-1", location: { latitude: 50, longitude: 14.4 } });
  });

  it("waits for a slow reader, and lets go of its data at once when the reader hangs up", async () => {
    const data = endless();
    const signals: AbortSignal[] = [];
    await using station = await startHttpStation({
      handlers: {
        listUaTelemetry: ({ signal }) => {
          signals.push(signal);
          return { status: 200, stream: { record: "ua", slices: data.slices() } };
        },
      },
    });
    const socket = connect(station.port, "127.0.0.1");
    socket.write(`GET ${UA} HTTP/1.1\r\nHost: 127.0.0.1:${station.port}\r\n\r\n`);
    await once(socket, "data");
    socket.pause();
    const asked = await settled(() => data.state.asked);

    const start = performance.now();
    socket.destroy();
    await data.freed;
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(signals[0]?.aborted).toBe(true);
    expect(data.state.asked).toBe(asked);
  });

  it("of features lets go of the track it is reading when the reader hangs up", async () => {
    const data = endless();
    async function* points() {
      for await (const { points: read } of data.slices()) yield read;
    }
    await using station = await startHttpStation({
      handlers: {
        listOperations: () => ({
          status: 200,
          features: [{ id: "long", properties: {}, shape: { kind: "tracks", points: points() } }],
          total: 1,
        }),
      },
    });
    const controller = new AbortController();
    const response = await fetch(`${station.url}/v2/airspace/operations?from=-PT1H&format=geojson`, {
      signal: controller.signal,
    });
    const reader = response.body!.getReader();
    await reader.read();
    controller.abort();
    await data.freed;
    expect(response.headers.get("content-type")).toBe("application/geo+json");
  });

  it("lets other work run while a fast reader receives what is in memory", async () => {
    const CHUNKS = 500;
    const turns = { before: 0, after: 0, now: 0 };
    let next: NodeJS.Immediate;
    const turn = () => {
      turns.now++;
      next = setImmediate(turn);
    };
    turn();
    async function* slices() {
      turns.before = turns.now;
      for (let at = 0; at < CHUNKS; at++) yield slice(1);
      turns.after = turns.now;
    }
    await using station = await startHttpStation({
      handlers: { listUaTelemetry: () => ({ status: 200, stream: { record: "ua", slices: slices() } }) },
    });
    const response = await fetch(station.url + UA);
    expect(await response.json()).toHaveLength(CHUNKS);
    clearImmediate(next!);
    expect(turns.after - turns.before).toBeGreaterThanOrEqual(CHUNKS - 1);
  });

  it("that is no longer read stops a reader that is between two slices", async () => {
    const reached = Promise.withResolvers<void>();
    const freed = Promise.withResolvers<void>();
    await using station = await startHttpStation({
      handlers: {
        listUaTelemetry: ({ signal }) => ({
          status: 200,
          stream: {
            record: "ua",
            slices: (async function* () {
              try {
                yield slice(1);
                reached.resolve();
                await once(signal, "abort");
                yield slice(1);
              } finally {
                freed.resolve();
              }
            })(),
          },
        }),
      },
    });
    const controller = new AbortController();
    const response = await fetch(`${station.url}${UA}`, { signal: controller.signal });
    await reached.promise;
    controller.abort();
    await freed.promise;
    expect(response.status).toBe(200);
  });

  it("that fails before its first byte is an error like any other", async () => {
    await using station = await startHttpStation({ handlers: { listUaTelemetry: () => failing(0) } });
    const response = await fetch(`${station.url}${UA}`, { headers: { Accept: "text/csv" } });
    expect([response.status, response.headers.get("content-type")]).toEqual([500, "application/json; charset=utf-8"]);
    expect((await refusalOf(response)).detail.type).toBe("internal_error");
  });

  it.each(["application/json", "application/x-ndjson", "text/csv"])(
    "that fails half-way never looks whole: %s",
    async (accept) => {
      const log = recordingLog();
      await using station = await startHttpStation({ log, handlers: { listUaTelemetry: () => failing(3) } });
      const whole = fetch(`${station.url}${UA}`, { headers: { Accept: accept } }).then((response) => response.text());
      await expect(whole).rejects.toThrow();
      expect(log.entries.filter(({ level }) => level === "error")).toHaveLength(1);
    },
  );

  it("that fails half-way is reset for HTTP/1.0 too, where the end of the connection is the end of the document", async () => {
    await using station = await startHttpStation({ handlers: { listUaTelemetry: () => failing(3) } });
    const socket = connect(station.port, "127.0.0.1");
    socket.write(`GET ${UA} HTTP/1.0\r\nHost: 127.0.0.1:${station.port}\r\n\r\n`);
    socket.resume();
    await expect(once(socket, "end")).rejects.toThrow("ECONNRESET");
  });

  it("has headers only for HEAD, and starts nothing", async () => {
    const data = endless();
    await using station = await startHttpStation({
      handlers: { listUaTelemetry: () => ({ status: 200, stream: { record: "ua", slices: data.slices() } }) },
    });
    const response = await fetch(`${station.url}${UA}`, { method: "HEAD", headers: { Accept: "text/csv" } });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(await response.text()).toBe("");
    expect(data.state.asked).toBe(0);
  });
});

function failing(slices: number) {
  return {
    status: 200,
    stream: {
      record: "ua",
      slices: (async function* () {
        for (let at = 0; at < slices; at++) yield slice(200);
        throw new Error("the disk is gone");
      })(),
    },
  } as const;
}

async function get(port: number, path: string, headers: Record<string, string>) {
  const sent = request({ port, path, headers, host: "127.0.0.1" });
  sent.end();
  const [response] = await once(sent, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { headers: response.headers as Record<string, string | undefined>, body: Buffer.concat(chunks) };
}
