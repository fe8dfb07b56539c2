import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** Options from the station, as far as a key needs them. */
type Options = { readonly challenge?: unknown };
type Place = { readonly origin: string; readonly rpId: string };

export type SoftPasskey = {
  readonly id: string;
  /** The result of `navigator.credentials.create`. */
  readonly create: (options: Options, place: Place) => Record<string, unknown>;
  /** The result of `navigator.credentials.get`; the counter increases with each call, unless one is given. */
  readonly get: (options: Options, place: Place, signCount?: number) => Record<string, unknown>;
};

const USER_PRESENT = 0x01;
const HAS_KEY = 0x40;

/** A security key in software (WebAuthn Level 3, 6): ES256 and no attestation. */
export function createSoftPasskey(): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const rawId = randomBytes(32);
  const id = rawId.toString("base64url");
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  let uses = 0;

  const clientData = (type: string, { challenge }: Options, { origin }: Place) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number, count: number, key: Uint8Array = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.of(flags), counter, key]);
  };
  const credential = (response: Record<string, unknown>) => ({
    id,
    rawId: id,
    type: "public-key",
    clientExtensionResults: {},
    response,
  });

  return {
    id,
    create(options, place) {
      // COSE (RFC 9053): kty EC2, alg ES256, crv P-256, x and y.
      const cose = Buffer.concat([
        Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32),
        Buffer.from(x, "base64url"),
        Buffer.of(0x22, 0x58, 32),
        Buffer.from(y, "base64url"),
      ]);
      const key = Buffer.concat([Buffer.alloc(16), Buffer.of(0, rawId.length), rawId, cose]);
      const data = authenticatorData(place.rpId, USER_PRESENT | HAS_KEY, 0, key);
      const attestation = Buffer.concat([
        Buffer.of(0xa3),
        Buffer.from("\x63fmt\x64none\x67attStmt\xa0\x68authData", "latin1"),
        Buffer.of(0x58, data.length),
        data,
      ]);
      return credential({
        clientDataJSON: clientData("webauthn.create", options, place).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["usb"],
      });
    },
    get(options, place, signCount = ++uses) {
      const client = clientData("webauthn.get", options, place);
      const data = authenticatorData(place.rpId, USER_PRESENT, signCount);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return credential({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      });
    },
  };
}
