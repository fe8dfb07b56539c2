import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../kernel/log.ts";
import { createTokenVerifier } from "./access-token.ts";
import { createKeySetCache } from "./key-set.cache.ts";
import { keySetFile } from "./key-set.file.ts";
import { externalIssuer } from "./external-issuer.ts";

const ISSUER = "https://cloud.test/realms/dcp";
const MINUTE_MS = 60_000;

const first = await keyOf("first");
const second = await keyOf("second");

async function keyOf(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: "RS256" };
  return { kid, privateKey, publicJwk };
}

let dataDir: string;
let nowMs: number;
let isReachable: boolean;
let published: readonly JWK[];
let asked: string[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "keys-"));
  nowMs = Date.UTC(2026, 10, 20, 8);
  isReachable = true;
  published = [first.publicJwk];
  asked = [];
});

afterEach(() => rmSync(dataDir, { recursive: true }));

function start(discovered = ISSUER) {
  const clock = { now: () => nowMs };
  const keys = createKeySetCache({
    issuer: ISSUER,
    async fetchJson(url) {
      asked.push(url);
      if (!isReachable) throw new Error("no network");
      return url.endsWith("/openid-configuration")
        ? { issuer: discovered, jwks_uri: `${ISSUER}/certs` }
        : { keys: published };
    },
    ...keySetFile(join(dataDir, "keys.json")),
    clock,
    log: silentLog,
  });
  const verify = createTokenVerifier(
    [externalIssuer({ issuer: ISSUER, audience: "station", keys, findOrCreate: ({ subject }) => ({ id: subject }) })],
    clock,
  );
  return async (key: typeof first) => {
    const nowS = Math.floor(nowMs / 1000);
    const token = await new SignJWT({ iss: ISSUER, aud: "station", sub: "ada", iat: nowS, exp: nowS + 300 })
      .setProtectedHeader({ alg: "RS256", kid: key.kid })
      .sign(key.privateKey);
    return (await verify(token)) !== undefined;
  };
}

describe("the keys of an external provider", () => {
  it("are fetched once, and again after ten minutes", async () => {
    const believes = start();
    expect([await believes(first), await believes(first)]).toEqual([true, true]);
    expect(asked).toEqual([`${ISSUER}/.well-known/openid-configuration`, `${ISSUER}/certs`]);
    nowMs += 10 * MINUTE_MS;
    published = [second.publicJwk];
    expect(await believes(first)).toBe(false);
    expect(await believes(second)).toBe(true);
  });

  it("are fetched when a token names an unknown key, but not for every such token", async () => {
    const believes = start();
    expect(await believes(first)).toBe(true);
    nowMs += MINUTE_MS;
    published = [first.publicJwk, second.publicJwk];
    expect([await believes(second), await believes(first)]).toEqual([true, true]);
    const before = asked.length;
    const unknown = await keyOf("unknown");
    for (let index = 0; index < 5; index++) expect(await believes(unknown)).toBe(false);
    expect(asked.length).toBe(before);
  });

  it("are fetched once for many simultaneous tokens", async () => {
    const believes = start();
    expect(await Promise.all(Array.from({ length: 10 }, () => believes(first)))).not.toContain(false);
    expect(asked).toHaveLength(2);
  });

  it("stay in use while the provider is unreachable, also after a restart", async () => {
    expect(await start()(first)).toBe(true);
    isReachable = false;
    const believes = start();
    nowMs += 24 * 60 * MINUTE_MS;
    expect([await believes(first), await believes(second)]).toEqual([true, false]);
    isReachable = true;
    published = [second.publicJwk];
    nowMs += 10 * MINUTE_MS;
    expect([await believes(second), await believes(first)]).toEqual([true, false]);
    expect(JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"))).toEqual({ keys: [second.publicJwk] });
  });

  it("are missing without a network, and fetched soon after it is available", async () => {
    isReachable = false;
    const believes = start();
    expect(await believes(first)).toBe(false);
    isReachable = true;
    expect(await believes(first)).toBe(false);
    nowMs += MINUTE_MS / 2;
    expect(await believes(first)).toBe(true);
  });

  it("are not accepted from a document of another issuer or from a damaged file", async () => {
    writeFileSync(join(dataDir, "keys.json"), '{"keys": [');
    expect(await start("https://evil.test")(first)).toBe(false);
    writeFileSync(join(dataDir, "keys.json"), '{"keys": 7}');
    expect(await start()(first)).toBe(true);
  });
});
