import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { createAccessPolicy } from "../../server/http/access-policy.ts";
import { startHttpStation } from "./http-station.ts";

type Sent = { readonly method?: string; readonly path?: string; readonly headers?: Record<string, string> };

/** fetch does not let a caller choose Host, Origin or Sec-Fetch-Site. */
async function send(port: number, { method = "GET", path = "/station/v1/health", headers = {} }: Sent) {
  const sent = request({ port, method, path, headers, host: "127.0.0.1" });
  sent.end();
  const [response] = await once(sent, "response");
  let body = "";
  for await (const chunk of response.setEncoding("utf8")) body += chunk;
  return { status: response.statusCode as number, headers: response.headers, body };
}

describe("the host name of a request", () => {
  it.each(["127.0.0.1", "127.0.0.2:80", "localhost", "LOCALHOST:1", "console.localhost", "[::1]:7420", "van.lan:7420"])(
    "may be loopback or a configured one: %s",
    async (host) => {
      await using station = await startHttpStation({ access: createAccessPolicy({ hosts: ["van.lan"] }) });
      expect((await send(station.port, { headers: { Host: host } })).status).toBe(200);
    },
  );

  it.each(["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:7420", "192.168.1.7", "0.0.0.0:7420"])(
    "may be nothing else: %s",
    async (host) => {
      await using station = await startHttpStation();
      for (const path of ["/station/v1/health", "/v2/airspace/operations", "/", "/openapi.json"]) {
        const { status, body } = await send(station.port, { path, headers: { Host: host } });
        expect(status).toBe(421);
        expect(body).toContain("does not answer to that host name");
      }
    },
  );

  it.each(["a;b", "user@localhost", "localhost:7420/x", "local host", "localhost:port"])(
    "is refused as malformed: %s",
    async (host) => {
      await using station = await startHttpStation();
      const { status, body } = await send(station.port, { headers: { Host: host } });
      expect([status, (JSON.parse(body) as { error: string }).error]).toEqual([400, "malformed_host"]);
    },
  );
});

describe("the origin of a change", () => {
  const change = (port: number, headers: Record<string, string>) =>
    send(port, { method: "DELETE", path: "/station/v1/sources/0190163d-8694-739b-aea5-966c26f8ad90", headers });

  it("may be this station's own page, a configured one, or no page at all", async () => {
    const access = createAccessPolicy({ origins: ["http://localhost:5173"] });
    await using station = await startHttpStation({ access });
    const own = `127.0.0.1:${station.port}`;
    for (const headers of [
      {},
      { Origin: `http://${own}`, Host: own },
      { Origin: "http://localhost:5173" },
      { "Sec-Fetch-Site": "same-origin" },
    ]) {
      expect((await change(station.port, headers)).status).toBe(204);
    }
  });

  it("may be no other page, not even one of another program on this computer", async () => {
    await using station = await startHttpStation();
    const foreign = [
      "https://evil.example",
      "null",
      "http://localhost:3000",
      `http://localhost:${station.port}`,
      "http://127.0.0.1",
    ];
    for (const headers of [...foreign.map((Origin) => ({ Origin })), { "Sec-Fetch-Site": "cross-site" }]) {
      const { status, body } = await change(station.port, headers);
      expect([status, JSON.parse(body).error]).toEqual([403, "foreign_origin"]);
    }
  });

  it("does not matter for reading, which other pages cannot see the answer of", async () => {
    await using station = await startHttpStation();
    const { status, headers } = await send(station.port, { headers: { Origin: "https://evil.example" } });
    expect(status).toBe(200);
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  });
});

describe("pages of another origin", () => {
  const page = "https://console.example";
  const access = createAccessPolicy({ origins: [page] });
  const corsOf = (headers: object) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control")));

  it("may read answers, refusals as well, when they are configured", async () => {
    await using station = await startHttpStation({ access, authenticate: () => undefined });
    for (const path of ["/station/v1/health", "/station/v1/info", "/v2/nowhere"]) {
      const { headers } = await send(station.port, { path, headers: { Origin: page } });
      expect(headers["access-control-allow-origin"]).toBe(page);
      expect(headers["access-control-expose-headers"]).toContain("X-Request-Id");
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
      expect(headers["vary"]).toContain("Origin");
    }
  });

  it("may change something after having asked", async () => {
    await using station = await startHttpStation({ access });
    const path = "/station/v1/sources/0190163d-8694-739b-aea5-966c26f8ad90";
    const asked = { Origin: page, "Access-Control-Request-Method": "DELETE" };
    const { status, headers } = await send(station.port, { method: "OPTIONS", path, headers: asked });
    expect(status).toBe(204);
    expect(headers["access-control-allow-origin"]).toBe(page);
    expect(headers["access-control-allow-methods"]).toContain("DELETE");
    expect(headers["access-control-allow-headers"]).toContain("Authorization");
    const change = await send(station.port, { method: "DELETE", path, headers: { Origin: page } });
    expect([change.status, change.headers["access-control-allow-origin"]]).toEqual([204, page]);
  });

  it("may send a compressed body, and check whether what they have is still the newest", async () => {
    await using station = await startHttpStation({ access });
    const asked = { Origin: page, "Access-Control-Request-Method": "POST" };
    const { headers } = await send(station.port, { method: "OPTIONS", path: "/station/v1/sources", headers: asked });
    const allowed = String(headers["access-control-allow-headers"]).split(", ");
    expect(allowed).toEqual(expect.arrayContaining(["Content-Type", "Content-Encoding", "If-None-Match"]));
    const answer = await send(station.port, { path: "/station/v1/health", headers: { Origin: page } });
    expect(String(answer.headers["access-control-expose-headers"]).split(", ")).toContain("ETag");
  });

  it.each(["https://other.example", "https://console.example.evil", "http://console.example", "null"])(
    "get no header when they are not: %s",
    async (origin) => {
      await using station = await startHttpStation({ access });
      const asked = { Origin: origin, "Access-Control-Request-Method": "DELETE" };
      for (const method of ["GET", "OPTIONS"]) {
        const { headers } = await send(station.port, { method, headers: asked });
        expect([corsOf(headers), headers["vary"]]).toEqual([{}, expect.stringContaining("Origin")]);
      }
    },
  );

  it("get no CORS header if none is configured", async () => {
    await using station = await startHttpStation();
    const asked = { Origin: page, "Access-Control-Request-Method": "DELETE" };
    const { headers } = await send(station.port, { method: "OPTIONS", headers: asked });
    expect([corsOf(headers), headers["vary"] ?? ""]).toEqual([{}, expect.not.stringContaining("Origin")]);
  });
});

describe("security headers", () => {
  it("stand on every answer and let no script in but our own", async () => {
    await using station = await startHttpStation();
    for (const path of ["/", "/docs", "/openapi.json", "/v2/nowhere"]) {
      const { headers } = await send(station.port, { path });
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("img-src 'self' data: blob: https:");
      expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${station.port}`);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["strict-transport-security"]).toBeUndefined();
      expect(headers["x-powered-by"]).toBeUndefined();
    }
  });
});
