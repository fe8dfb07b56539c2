import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { createTokenVerifier } from "./access-token.ts";
import { isNamedAdministrator, externalIssuer, type ExternalUser } from "./external-issuer.ts";
import { ownIssuer } from "./own-issuer.ts";

const ISSUER = "https://station.test/realms/dcp";
const AUDIENCE = "https://station.test/";
const NOW_S = Date.UTC(2026, 10, 20, 8) / 1000;
const clock = { now: () => NOW_S * 1000 };

const rsa = await keyOf("RS256", "rsa");
const ec = await keyOf("ES256", "ec");
const stale = await keyOf("RS256", "stale");

async function keyOf(alg: string, kid: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid, alg };
  return { alg, kid, privateKey, publicJwk };
}

const CLAIMS: JWTPayload = {
  iss: ISSUER,
  aud: AUDIENCE,
  sub: "ada",
  user_id: "ada",
  client_id: "fieldstation",
  iat: NOW_S,
  exp: NOW_S + 300,
};

function sign(change: object = {}, header: object = {}, key = rsa): Promise<string> {
  return new SignJWT({ ...CLAIMS, ...change })
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: "at+jwt", ...header })
    .sign(key.privateKey);
}

const verify = createTokenVerifier(
  [
    ownIssuer({
      issuer: () => ISSUER,
      audience: AUDIENCE,
      publicKeys: async () => ({ keys: [rsa.publicJwk, ec.publicJwk] }),
      isAlive: ({ grant_id: grant }) => grant !== "signed out",
    }),
  ],
  clock,
);

describe("an access token of this station", () => {
  it("is accepted with an RSA and with an elliptic curve key", async () => {
    const believed = {
      userId: "ada",
      clientId: "fieldstation",
      issuedAtMs: NOW_S * 1000,
      expiresAtMs: (NOW_S + 300) * 1000,
    };
    expect(await verify(await sign())).toEqual(believed);
    expect(await verify(await sign({}, {}, ec))).toEqual(believed);
  });

  it("is accepted within 30 seconds of clock skew", async () => {
    expect(await verify(await sign({ exp: NOW_S - 29 }))).toBeDefined();
    expect(await verify(await sign({ nbf: NOW_S + 30, iat: NOW_S + 30 }))).toBeDefined();
  });

  it.each([
    ["has expired", { exp: NOW_S - 30 }, {}],
    ["never expires", { exp: undefined }, {}],
    ["has no issue time", { iat: undefined }, {}],
    ["has no subject", { sub: undefined, user_id: undefined }, {}],
    ["is not valid yet", { nbf: NOW_S + 31 }, {}],
    ["is for another audience", { aud: "https://other.test/" }, {}],
    ["is for no audience", { aud: undefined }, {}],
    ["comes from another issuer", { iss: "https://other.test/realms/dcp" }, {}],
    ["comes from no issuer", { iss: undefined }, {}],
    ["is an ID token", {}, { typ: "JWT" }],
    ["has no type", {}, { typ: undefined }],
    ["names an unknown key", {}, { kid: "unknown" }],
    ["belongs to a revoked consent", { grant_id: "signed out" }, {}],
  ])("is rejected when it %s", async (_case, claims, header) => {
    expect(await verify(await sign(claims, header))).toBeUndefined();
  });

  it("is rejected when its key is outdated, or another key with the right id", async () => {
    expect(await verify(await sign({}, {}, stale))).toBeUndefined();
    expect(await verify(await sign({}, { kid: "rsa" }, stale))).toBeUndefined();
  });

  it("is rejected with `alg: none`, and when the public key was used as an HMAC secret", async () => {
    expect(await verify(new UnsecuredJWT(CLAIMS).encode())).toBeUndefined();
    const secret = new TextEncoder().encode(JSON.stringify(rsa.publicJwk));
    const hmac = await new SignJWT(CLAIMS).setProtectedHeader({ alg: "HS256", kid: "rsa", typ: "at+jwt" }).sign(secret);
    expect(await verify(hmac)).toBeUndefined();
  });

  it("is rejected when a character was changed, or when it is not a token", async () => {
    const [header = "", payload = "", signature = ""] = (await sign()).split(".");
    const forged = Buffer.from(JSON.stringify({ ...CLAIMS, user_id: "eve" })).toString("base64url");
    for (const text of [`${header}.${forged}.${signature}`, `${header}.${payload}.`, "a.b.c", "..", ""]) {
      expect(await verify(text)).toBeUndefined();
    }
  });

  it("is accepted with a new key as soon as the provider signs with it", async () => {
    let keys = [rsa.publicJwk];
    const rotating = createTokenVerifier(
      [ownIssuer({ issuer: () => ISSUER, publicKeys: async () => ({ keys }) })],
      clock,
    );
    expect(await rotating(await sign({}, {}, ec))).toBeUndefined();
    keys = [ec.publicJwk, rsa.publicJwk];
    expect(await rotating(await sign({}, {}, ec))).toBeDefined();
    keys = [ec.publicJwk];
    expect(await rotating(await sign())).toBeUndefined();
  });
});

describe("an access token of an external provider", () => {
  const seen: ExternalUser[] = [];
  const verifierFor = (accepted: { readonly audience?: string; readonly clients?: readonly string[] }) =>
    createTokenVerifier(
      [
        externalIssuer({
          issuer: "https://cloud.test/realms/dcp",
          ...accepted,
          keys: { key: async () => rsa.publicJwk },
          findOrCreate(person) {
            seen.push(person);
            return { id: `local-${person.subject}` };
          },
        }),
      ],
      clock,
    );
  const outside = verifierFor({ clients: ["fieldstation"] });
  const claims = {
    iss: "https://cloud.test/realms/dcp",
    aud: "account",
    azp: "fieldstation",
    client_id: undefined,
    user_id: undefined,
  };

  it("identifies its user", async () => {
    const person = { email: "ada@example.org", email_verified: true, name: "Ada" };
    const token = await sign({ ...claims, ...person, client_id: undefined, typ: "Bearer" }, { typ: "JWT" });
    expect(await outside(token)).toMatchObject({ userId: "local-ada", clientId: "fieldstation" });
    expect(seen.at(-1)).toEqual({
      issuer: "https://cloud.test/realms/dcp",
      subject: "ada",
      email: "ada@example.org",
      isEmailVerified: true,
      fullName: "Ada",
    });
  });

  it("has unusable claims ignored", async () => {
    await outside(await sign({ ...claims, email: `${"x".repeat(250)}@example.org`, email_verified: "true", name: 7 }));
    expect(seen.at(-1)).toMatchObject({ email: undefined, isEmailVerified: false, fullName: undefined });
  });

  it.each(["ID", "Refresh", 7])("is rejected when its type is %s", async (typ) => {
    const before = seen.length;
    expect(await outside(await sign({ ...claims, typ }, { typ: "JWT" }))).toBeUndefined();
    expect(seen).toHaveLength(before);
  });

  it.each([
    [{ azp: "game" }, false],
    [{ azp: "game", client_id: "game", aud: ["account", "game"] }, false],
    [{ azp: undefined, aud: undefined }, false],
    [{ azp: ["fieldstation"] }, false],
    [{ azp: "game", aud: ["account", "fieldstation"] }, true],
    [{ azp: undefined, client_id: "fieldstation" }, true],
  ])("is rejected when it was issued for another service, unless an audience is configured: %o", async (change, is) => {
    const before = seen.length;
    expect((await outside(await sign({ ...claims, ...change }))) !== undefined).toBe(is);
    expect(seen.length - before).toBe(is ? 1 : 0);
  });

  it("must name the configured audience, whichever client it was issued to", async () => {
    const agreed = verifierFor({ audience: "stations" });
    expect(await agreed(await sign(claims))).toBeUndefined();
    expect(await agreed(await sign({ ...claims, azp: "game", aud: ["account", "stations"] }))).toBeDefined();
  });
});

describe("an administrator from an external provider", () => {
  const ada = { subject: "s-1", email: "Ada@example.org", isEmailVerified: true };

  it.each([
    ["a verified address", ada, ["bob@example.org", "ada@EXAMPLE.org"], true],
    ["the subject", ada, ["s-1"], true],
    ["an address that is not verified", { ...ada, isEmailVerified: false }, ["ada@example.org"], false],
    ["a subject that looks like an address", { subject: "ada@example.org" }, ["ada@example.org"], false],
    ["an address that looks like a subject", { ...ada, email: "s-2" }, ["s-2"], false],
    ["an empty list", ada, [], false],
  ])("is named by %s", (_by, person, named, is) => {
    expect(isNamedAdministrator(person, named)).toBe(is);
  });
});
