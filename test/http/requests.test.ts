import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ANONYMOUS } from "../../server/kernel/principal.ts";
import { refusalOf, startHttpStation } from "./http-station.ts";

const UA = "/v2/airspace/telemetry/ua";

describe("parameters", () => {
  it.each([
    ["limit=NaN", "limit", "invalid_format"],
    ["limit=Infinity", "limit", "invalid_format"],
    ["limit=", "limit", "invalid_format"],
    ["limit=0", "limit", "too_small"],
    ["limit=1.5", "limit", "invalid_type"],
    ["limit=1e999", "limit", "invalid_type"],
    ["offset=-1", "offset", "too_small"],
    ["order=sideways", "order", "invalid_value"],
    ["globalize=perhaps", "globalize", "invalid_value"],
    ["bbox=", "bbox", "too_small"],
    ["operation_id=", "operation_id", "too_small"],
    ["from=-PT1H&from=-PT2H", "from", "repeated_parameter"],
    ["limit=1&limit=2", "limit", "repeated_parameter"],
  ])("are refused with a detail list: %s", async (query, field, type) => {
    await using station = await startHttpStation();
    const response = await fetch(`${station.url}${UA}?${query}`);
    expect(response.status).toBe(422);
    const body = await refusalOf(response);
    expect(body).toEqual({ detail: [{ loc: ["query", field], msg: expect.any(String), type }] });
    expect(body.detail[0]?.msg).not.toMatch(/Invalid input|expected|undefined/);
  });

  it("are all reported together", async () => {
    await using station = await startHttpStation();
    const response = await fetch(`${station.url}/v2/airspace/operations?limit=0&order=x`);
    const { detail } = await refusalOf(response);
    expect(detail.map(({ loc, msg }) => [loc[1], msg])).toEqual([
      ["from", "is required"],
      ["limit", "must be at least 1"],
      ["order", "must be one of `time`, `-time`"],
    ]);
  });

  it("reach the handler parsed, with their defaults, an empty `to` as it is and unknown ones dropped", async () => {
    const seen: unknown[] = [];
    await using station = await startHttpStation({
      handlers: {
        listUaTelemetry: ({ query }) => {
          seen.push(query);
          return { status: 200, stream: { record: "ua", slices: (async function* () {})() } };
        },
      },
    });
    await fetch(`${station.url}${UA}?from=-PT1H&to=&limit=5&globalize=false&x=1&__proto__=2`);
    expect(seen).toEqual([{ from: "-PT1H", to: "", limit: 5, globalize: false, offset: 0, exclude_public: false }]);
  });

  it("that are times may have a plus that was not encoded", async () => {
    const seen: unknown[] = [];
    await using station = await startHttpStation({
      handlers: {
        listOperations: ({ query }) => {
          seen.push([query.from, query.to, query.search]);
          return { status: 200, body: [], total: 0 };
        },
      },
    });
    const range = "from=2026-11-20T10:00:00.5+02:00&to=2026-11-20T10%3A00+0200";
    await fetch(`${station.url}/v2/airspace/operations?${range}&search=two+words`);
    expect(seen).toEqual([["2026-11-20T10:00:00.5+02:00", "2026-11-20T10:00+0200", "two words"]]);
  });

  it("that take several values take one or many", async () => {
    const seen: unknown[] = [];
    await using station = await startHttpStation({
      handlers: {
        listOperations: ({ query }) => {
          seen.push(query.transmission_technology);
          return { status: 200, body: [], total: 0 };
        },
      },
    });
    const list = `${station.url}/v2/airspace/operations?from=-PT1H&transmission_technology=wifi_nan`;
    await fetch(list);
    await fetch(`${list}&transmission_technology=network`);
    expect(seen).toEqual([["wifi_nan"], ["wifi_nan", "network"]]);
  });

  it("of a list that is asked for by POST may stand in query and body, and the body wins", async () => {
    const seen: unknown[] = [];
    await using station = await startHttpStation({
      handlers: {
        listUaTelemetryByPost: ({ query }) => {
          seen.push(query);
          return { status: 200, stream: { record: "ua", slices: (async function* () {})() } };
        },
      },
    });
    const post = (body: unknown) => postJson(`${station.url}${UA}?from=-PT1H&limit=3`, body);
    expect((await post({ limit: 7, bbox: null, offset: 2 })).status).toBe(200);
    expect(seen).toEqual([{ from: "-PT1H", limit: 7, bbox: null, offset: 2, exclude_public: false }]);

    const refused = await postJson(`${station.url}${UA}?limit=x`, { from: 5 });
    expect(await refusalOf(refused)).toEqual({
      detail: [
        { loc: ["body", "from"], msg: "must be a string", type: "invalid_type" },
        { loc: ["query", "limit"], msg: "must be a number", type: "invalid_format" },
      ],
    });
    const others = await postJson(`${station.url}${UA}`, { limit: {}, offset: null, exclude_public: null });
    expect((await refusalOf(others)).detail.map(({ loc, msg }) => [...loc, msg])).toEqual([
      ["body", "limit", "must be a number"],
      ["body", "offset", "must be a number"],
      ["body", "exclude_public", "must be a boolean"],
    ]);
    expect((await fetch(`${station.url}${UA}?from=-PT1H`, { method: "POST" })).status).toBe(200);
  });
});

describe("bodies", () => {
  it("that are not valid name their fields, in the messages of the station's own paths", async () => {
    await using station = await startHttpStation();
    const response = await postJson(`${station.url}/station/v1/sources`, {
      name: " ",
      settings: { kind: "udp", port: 70_000 },
    });
    expect(response.status).toBe(400);
    expect(await refusalOf(response)).toEqual({
      error: "validation_error",
      messages: ["name: must not be empty", "settings.port: must be at most 65535"],
    });
  });

  it.each([
    ["an array", "[]", "must be an object"],
    ["broken JSON", "{", "is not valid JSON"],
    ["in Latin-1", Buffer.from('{"uas_id":"\u00e9"}', "latin1"), "is not text in UTF-8"],
    ["a very deep one", "[".repeat(200_000), "is nested more than 64 levels deep"],
    ["one of very many values", `[${"{},".repeat(200_000)}{}]`, "has more than 50000 values"],
  ])("of a list that is asked for by POST are refused when they are %s", async (_what, body, msg) => {
    await using station = await startHttpStation();
    const response = await fetch(station.url + UA, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json" },
    });
    expect(response.status).toBe(422);
    expect((await refusalOf(response)).detail).toEqual([{ loc: ["body"], msg, type: expect.any(String) }]);
  });

  it("larger than the bound are refused with 413, also when only their content is", async () => {
    await using station = await startHttpStation();
    const plain = await postJson(`${station.url}/station/v1/sources`, { name: "x".repeat(2 * 1024 * 1024) });
    expect([plain.status, (await refusalOf(plain)).error]).toEqual([413, "body_too_large"]);

    const squeezed = await postText(`${station.url}/station/v1/ingest/scout`, gzipSync("x".repeat(11 * 1024 * 1024)), {
      "Content-Encoding": "gzip",
    });
    expect([squeezed.status, (await refusalOf(squeezed)).error]).toEqual([413, "body_too_large"]);
  });

  it("of text may be compressed, up to ten megabytes, and need no content type", async () => {
    await using station = await startHttpStation();
    const url = `${station.url}/station/v1/ingest/scout`;
    const compressed = await postText(url, gzipSync("é".repeat(3_000_000)), { "Content-Encoding": "gzip" });
    expect([compressed.status, await compressed.json()]).toEqual([200, { frames: 3_000_000, sensors: 0, refused: {} }]);
    const untyped = await fetch(url, { method: "POST", body: new Uint8Array([0x7b, 0x7d]) });
    expect([untyped.status, await untyped.json()]).toEqual([200, { frames: 2, sensors: 0, refused: {} }]);
  });

  it("that do not decompress, or come in an unknown encoding or charset, are refused", async () => {
    await using station = await startHttpStation();
    const url = `${station.url}/station/v1/ingest/scout`;
    const broken = await postText(url, new Uint8Array([1, 2, 3]), { "Content-Encoding": "gzip" });
    expect(broken.status).toBe(400);
    const unknown = await postText(url, new Uint8Array([1, 2, 3]), { "Content-Encoding": "compress" });
    expect([unknown.status, (await refusalOf(unknown)).error]).toEqual([415, "unsupported_encoding"]);
    const charset = await postText(url, new Uint8Array([0x7b, 0x7d]), { "Content-Type": "text/plain; charset=x-mine" });
    expect([charset.status, (await refusalOf(charset)).error]).toEqual([415, "unsupported_charset"]);
  });

  it("of another kind are refused with 415, in the shape of the path", async () => {
    await using station = await startHttpStation();
    const form = { method: "POST", body: "a=1", headers: { "Content-Type": "application/x-www-form-urlencoded" } };
    const airspace = await fetch(station.url + UA, form);
    expect(airspace.status).toBe(415);
    expect((await refusalOf(airspace)).detail).toMatchObject({
      type: "unsupported_media_type",
      loc: ["header", "Content-Type"],
    });
    const own = await fetch(`${station.url}/station/v1/sources`, form);
    expect([own.status, (await refusalOf(own)).error]).toEqual([415, "unsupported_media_type"]);
  });
});

describe("callers", () => {
  it("without credentials get 401, before their body is read", async () => {
    await using station = await startHttpStation({ authenticate: () => undefined });
    for (const [method, path] of [
      ["GET", UA],
      ["POST", UA],
      ["GET", "/station/v1/info"],
    ] as const) {
      const response = await fetch(station.url + path, { method });
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect(await refusalOf(response)).toEqual({
        type: "unauthenticated",
        msg: "Credentials are missing or cannot be used.",
        loc: ["header", "Authorization"],
        input: "omitted",
      });
    }
    expect((await fetch(`${station.url}/station/v1/health`)).status).toBe(200);
  });

  it("who do not administer the station get 403 where they would have to", async () => {
    await using station = await startHttpStation({
      authenticate: () => ({ ...ANONYMOUS, credential: "local" }),
    });
    expect((await fetch(`${station.url}/station/v1/sources`)).status).toBe(200);
    const response = await fetch(`${station.url}/station/v1/serial-ports`);
    expect([response.status, (await refusalOf(response)).error]).toEqual([403, "forbidden"]);
  });
});

describe("paths", () => {
  it.each([
    ["/v2/nowhere", { detail: { type: "not_found", loc: ["path"], msg: expect.any(String), input: "/v2/nowhere" } }],
    ["/v1/nowhere", { error: "not_found", messages: [expect.any(String)] }],
    ["/station/v1/nowhere", { error: "not_found", messages: [expect.any(String)] }],
    [
      "/api/v2/nowhere",
      { detail: { type: "not_found", loc: ["path"], msg: expect.any(String), input: "/api/v2/nowhere" } },
    ],
    ["/nowhere.png", { error: "not_found", messages: [expect.any(String)] }],
  ])("that are unknown are 404 in the shape of their version: %s", async (path, body) => {
    await using station = await startHttpStation();
    const response = await fetch(`${station.url}${path}?a=1`);
    expect(response.status).toBe(404);
    expect(await refusalOf(response)).toEqual(body);
  });

  it("that are not percent-encoded properly are refused", async () => {
    await using station = await startHttpStation();
    const response = await fetch(`${station.url}/v2/airspace/operations/%E0%A4%A`);
    expect([response.status, (await refusalOf(response)).detail.type]).toEqual([400, "malformed_path"]);
  });

  it("answer other methods with 405 and OPTIONS with what they take", async () => {
    await using station = await startHttpStation();
    const refused = await fetch(station.url + UA, { method: "DELETE" });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "HEAD, GET, POST, OPTIONS"]);
    expect((await refusalOf(refused)).detail.type).toBe("method_not_allowed");
    const options = await fetch(station.url + UA, { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([204, "HEAD, GET, POST, OPTIONS"]);
    expect(options.headers.get("access-control-allow-origin")).toBeNull();
  });

  const range = "where from and to are the time range you need.";
  it.each([
    [
      "/api/v2/airspace/overview?bbox=1,2,3,4",
      "/v2/airspace/telemetry/ua",
      "use GET /v2/airspace/telemetry/ua with a time range and a region or an aircraft, for example ?from=-PT5M&bbox=",
    ],
    ["/api/v2/devices/SN%201/telemetry", "/v2/airspace/telemetry/ua?uas_id=SN%201&from=-P1D", range],
    ["/api/v2/devices/SN1/status_history", "/v2/airspace/telemetry/system?uas_id=SN1&from=-P1D", range],
    ["/api/v2/flights/7/telemetry", "/v2/airspace/telemetry/ua?operation_id=7", "use GET "],
    ["/socket.io/?EIO=4&transport=polling", "/v2/airspace/socket.io", "give the Socket.IO client the path "],
  ])("of the removed host are gone and say what to request instead: %s", async (path, successor, instruction) => {
    await using station = await startHttpStation();
    const response = await fetch(station.url + path);
    expect([response.status, response.headers.get("link")]).toEqual([410, `<${successor}>; rel="successor-version"`]);
    const body = await response.text();
    expect(body).toContain(successor);
    expect(body).toContain(instruction);
  });
});

function postJson(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
}

function postText(url: string, body: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<Response> {
  return fetch(url, { method: "POST", body, headers: { "Content-Type": "text/plain", ...headers } });
}
