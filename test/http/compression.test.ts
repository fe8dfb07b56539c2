import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allRoutes } from "../../server/contracts/index.ts";
import type { Route } from "../../server/contracts/route.ts";
import { createAccessPolicy } from "../../server/http/access-policy.ts";
import { FROM_OTHER_COMPUTER, get, GZIP, REMOTE } from "./compression.fixture.ts";
import { startHttpStation } from "./http-station.ts";

const UA = "/v2/airspace/telemetry/ua";
const SOURCES = "/station/v1/sources";

const addresses = Object.values(networkInterfaces()).flatMap((ofInterface = []) => ofInterface);
/** An address under which this computer is another one to itself. */
const ownAddress = addresses.find(({ family, internal }) => family === "IPv4" && !internal)?.address;
const hasIpv6 = addresses.some(({ family }) => family === "IPv6");

const source = (name: string) => ({ status: 200, body: [{ name }] }) as never;
const LONG = "Kolín, Ústí ".repeat(200);
const long = { listSources: () => source(LONG) };

describe("an answer", () => {
  it("is compressed for another computer that accepts it, and says its length on the wire", async () => {
    await using station = await startHttpStation({ handlers: long });
    const { headers, body } = await get(station, SOURCES, REMOTE);
    expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(headers["content-length"]).toBe(String(body.length));
    expect(body.length).toBeLessThan(500);
    expect(JSON.parse(gunzipSync(body).toString())).toEqual([{ name: LONG }]);
  });

  it.skipIf(ownAddress === undefined)("is compressed over the network, and plain over loopback", async () => {
    const access = createAccessPolicy({ ownAddresses: () => [ownAddress!] });
    await using station = await startHttpStation({ handlers: long, access, address: "0.0.0.0" });
    const [over, plain] = [
      await get(station, SOURCES, GZIP, { host: ownAddress! }),
      await get(station, SOURCES, GZIP, { host: "127.0.0.1" }),
    ];
    expect([over.headers["content-encoding"], plain.headers["content-encoding"]]).toEqual(["gzip", undefined]);
    expect(gunzipSync(over.body)).toEqual(plain.body);
  });

  it.skipIf(!hasIpv6)("is plain where IPv6 shows the address of loopback as a mapped one", async () => {
    await using station = await startHttpStation({ handlers: long, address: "::ffff:127.0.0.1" });
    expect((await get(station, SOURCES, GZIP)).headers["content-encoding"]).toBeUndefined();
  });

  it.each([
    ["gzip, deflate, br", true],
    ["br;q=1.0, gzip;q=0.5", true],
    ["*", true],
    ["GZIP", true],
    [undefined, false],
    ["", false],
    ["identity", false],
    ["br, zstd", false],
    ["gzip;q=0", false],
    ["*;q=0.5, gzip;q=0", false],
    ["identity, gzip;q=0.5", false],
  ])("is compressed as the caller accepts it: %s", async (accepted, isCompressed) => {
    await using station = await startHttpStation({ handlers: long });
    const accept = accepted === undefined ? {} : { "Accept-Encoding": accepted };
    const { headers } = await get(station, SOURCES, { ...FROM_OTHER_COMPUTER, ...accept });
    expect([headers["content-encoding"], headers.vary]).toEqual([isCompressed ? "gzip" : undefined, "Accept-Encoding"]);
  });

  it("is not compressed where it is short, is an error, or has no body", async () => {
    await using station = await startHttpStation({ handlers: { listSources: () => source("short") } });
    for (const path of [SOURCES, `${UA}?from=-PT1H`, "/v2/nowhere", `/v2/${"x".repeat(2000)}`]) {
      const { headers } = await get(station, path, REMOTE);
      expect([path, headers["content-encoding"]]).toEqual([path, undefined]);
    }
  });

  it.each(["no-store, no-transform", "No-Transform,max-age=5"])(
    "is not compressed where it forbids that: %s",
    async (cacheControl) => {
      const handlers = {
        listSources: () => ({ ...(source(LONG) as object), headers: { "Cache-Control": cacheControl } }) as never,
      };
      await using station = await startHttpStation({ handlers });
      expect((await get(station, SOURCES, REMOTE)).headers["content-encoding"]).toBeUndefined();
    },
  );

  it("that is too long to be compressed at once is whole", async () => {
    const name = Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 100_003).join();
    await using station = await startHttpStation({ handlers: { listSources: () => source(name) } });
    const { body } = await get(station, SOURCES, REMOTE);
    expect(JSON.parse(gunzipSync(body).toString())).toEqual([{ name }]);
  });

  it("to HEAD has the headers of GET without a length, which only compressing would show", async () => {
    await using station = await startHttpStation({ handlers: long });
    const { headers, body } = await get(station, SOURCES, REMOTE, { method: "HEAD" });
    expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect([headers["content-length"], body.length]).toEqual([undefined, 0]);
    const local = await get(station, SOURCES, GZIP, { method: "HEAD" });
    const whole = await get(station, SOURCES, GZIP);
    expect(local.headers["content-length"]).toBe(String(whole.body.length));
  });

  it("with a tag has a weak one when compressed, and is not sent again to a caller that has it", async () => {
    const features = Buffer.from(JSON.stringify({ type: "FeatureCollection", features: [], name: LONG }));
    const headers = { "Content-Type": "application/geo+json", "Cache-Control": "private, no-cache", ETag: '"v1"' };
    await using station = await startHttpStation({
      handlers: { getMapFeatures: () => ({ status: 200, headers, body: features }) as never },
    });
    const path = "/station/v1/map-sets/01a221a4-f495-74aa-8463-9aa137127f21/features";
    const first = await get(station, path, REMOTE);
    expect([first.headers.etag, gunzipSync(first.body)]).toEqual(['W/"v1"', features]);
    expect((await get(station, path, GZIP)).headers.etag).toBe('"v1"');
    for (const tag of ['W/"v1"', '"v1"']) {
      const again = await get(station, path, { ...REMOTE, "If-None-Match": tag });
      expect(again.status).toBe(304);
      expect(again.headers).toMatchObject({ etag: 'W/"v1"', vary: "Accept-Encoding" });
      expect(again.headers["content-encoding"]).toBeUndefined();
    }
  });

  it("that is compressed already stays as it is", async () => {
    const tile = Buffer.alloc(5000, 7);
    const headers = { "Content-Type": "image/png", ETag: '"v1"' };
    await using station = await startHttpStation({
      handlers: { getMapTile: () => ({ status: 200, headers, body: tile }) as never },
    });
    const got = await get(station, "/station/v1/map-sets/01a221a4-f495-74aa-8463-9aa137127f21/1/0/0", REMOTE);
    expect([got.status, got.headers.etag, got.headers["content-encoding"]]).toEqual([200, '"v1"', undefined]);
    expect(got.body).toEqual(tile);
  });

  it("with a secret is never compressed, by a proxy neither", async () => {
    const token = { token: "secret", name: LONG };
    await using station = await startHttpStation({
      handlers: { createPersonalAccessToken: () => ({ status: 200, body: token }) as never },
    });
    const response = await fetch(`${station.url}/v2/pats/tokens`, {
      method: "POST",
      headers: { ...REMOTE, "Content-Type": "application/json" },
      body: JSON.stringify({ password: "x", expires_at: "2026-12-01T00:00:00Z" }),
    });
    expect(await response.json()).toEqual(token);
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
  });

  it("is declared to have a secret where it shows one only once", () => {
    const routes: readonly (readonly [string, Route])[] = Object.entries(allRoutes);
    const showsSecret = ({ replies, description = "" }: Route) =>
      /returned only in this response/i.test(
        description + JSON.stringify(replies[200]?.toJSONSchema({ io: "input", unrepresentable: "any" }) ?? ""),
      );
    const showing = routes.filter(([, route]) => showsSecret(route)).map(([name]) => name);
    expect(showing.length).toBeGreaterThan(5);
    expect(routes.filter(([, { hasSecret }]) => hasSecret).map(([name]) => name)).toEqual(
      expect.arrayContaining(showing),
    );
  });
});

describe("files of the console", () => {
  let folder: string;
  let script: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "compressed-console-"));
    script = `export const text = ${JSON.stringify(LONG)};`;
    await mkdir(join(folder, "assets"));
    await writeFile(join(folder, "index.html"), "<!doctype html><title>Console</title>");
    await writeFile(join(folder, "third-party.json"), JSON.stringify({ text: LONG }));
    await writeFile(join(folder, "assets", "index-abc123.js"), script);
    await writeFile(join(folder, "assets", "cities-abc123.pbf"), LONG);
  });
  afterAll(() => rm(folder, { recursive: true }));
  const SCRIPT = "/assets/index-abc123.js";

  it("are compressed to other computers, and have the tag and the life that they have here", async () => {
    await using station = await startHttpStation({ rendererDir: folder });
    for (const path of [SCRIPT, "/third-party.json"]) {
      const [plain, packed] = [await get(station, path, GZIP), await get(station, path, REMOTE)];
      expect([plain.headers["content-encoding"], packed.headers["content-encoding"]]).toEqual([undefined, "gzip"]);
      expect(gunzipSync(packed.body)).toEqual(plain.body);
      for (const name of ["etag", "cache-control", "content-type", "x-content-type-options"]) {
        expect([name, packed.headers[name]]).toEqual([name, plain.headers[name]]);
      }
      expect(packed.headers.vary).toBe("Accept-Encoding");
      expect(packed.headers["content-length"]).toBe(String(packed.body.length));
      const again = await get(station, path, { ...REMOTE, "If-None-Match": packed.headers.etag! });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    }
  });

  it("are read again when they have changed", async () => {
    await using station = await startHttpStation({ rendererDir: folder });
    await get(station, "/third-party.json", REMOTE);
    await writeFile(join(folder, "third-party.json"), JSON.stringify({ text: LONG, and: "more" }));
    const { body } = await get(station, "/third-party.json", REMOTE);
    expect(JSON.parse(gunzipSync(body).toString())).toEqual({ text: LONG, and: "more" });
  });

  it("are plain in parts, where short, and where they are no text", async () => {
    await using station = await startHttpStation({ rendererDir: folder });
    const part = await get(station, SCRIPT, { ...REMOTE, Range: "bytes=0-9" });
    expect([part.status, part.body.toString()]).toEqual([206, script.slice(0, 10)]);
    for (const path of ["/", "/assets/cities-abc123.pbf"]) {
      const { status, headers } = await get(station, path, REMOTE);
      expect([path, status, headers["content-encoding"]]).toEqual([path, 200, undefined]);
    }
    expect((await get(station, "/assets/none-abc123.js", REMOTE)).status).toBe(404);
  });

  it("and the description of the API", async () => {
    await using station = await startHttpStation();
    for (const path of ["/openapi.json", "/docs"]) {
      const [plain, packed] = [await get(station, path, GZIP), await get(station, path, REMOTE)];
      expect(packed.headers["content-encoding"]).toBe("gzip");
      expect(packed.headers["content-type"]).toBe(plain.headers["content-type"]);
      expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    }
  });
});
