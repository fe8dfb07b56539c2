import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";

/** The certificate of a TLS client, and the authorities it trusts; `ca` undefined: those of the system. */
export type ClientCertificate = {
  readonly cert: string | undefined;
  readonly key: string | undefined;
  readonly ca: readonly string[] | undefined;
  /** When the client's certificate expires, Unix milliseconds. */
  readonly expiresMs: number | undefined;
};

type Read =
  | { readonly kind: "certificate"; readonly certificate: ClientCertificate }
  | { readonly kind: "invalid"; readonly message: string };

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;

/** Reads one PEM text with any of: the client's certificate, its private key, and the authority of the server. */
export function readCertificate(pem: string): Read {
  const blocks = [...pem.matchAll(BLOCK)].map(([text, label]) => ({ text, label: label ?? "" }));
  const keys = blocks.filter(({ label }) => label.endsWith("PRIVATE KEY"));
  const texts = blocks.filter(({ label }) => label.endsWith("CERTIFICATE")).map(({ text }) => text);
  if (texts.length === 0) return invalid("must contain a certificate in PEM");
  if (keys.length > 1) return invalid("must contain one private key only");
  const certificates = texts.map((text) => ({ text, parsed: parseCertificate(text) }));
  if (certificates.some(({ parsed }) => parsed === undefined))
    return invalid("contains a certificate that cannot be read");
  const [key] = keys;
  if (key === undefined) return { kind: "certificate", certificate: certificateOf(undefined, undefined, texts) };
  if (key.label.startsWith("ENCRYPTED") || key.text.includes("ENCRYPTED")) {
    return invalid("must contain the private key without a password (openssl pkey removes it)");
  }
  const parsedKey = parseKey(key.text);
  if (parsedKey === undefined) return invalid("contains a private key that cannot be read");
  const own = certificates.find(({ parsed }) => parsed?.checkPrivateKey(parsedKey));
  if (own === undefined) return invalid("contains no certificate that belongs to its private key");
  const others = texts.filter((text) => text !== own.text);
  return { kind: "certificate", certificate: certificateOf(own, key.text, others) };
}

/** What is wrong with a certificate, as `field: sentence`; `undefined` when it is valid. */
export function certificateProblem(pem: string): string | undefined {
  const read = readCertificate(pem);
  return read.kind === "invalid" ? `settings.certificate: ${read.message}.` : undefined;
}

function certificateOf(
  own: { readonly text: string; readonly parsed: X509Certificate | undefined } | undefined,
  key: string | undefined,
  others: readonly string[],
): ClientCertificate {
  return {
    // Followed by intermediate certificates, up to an authority that the server trusts.
    cert: own && [own.text, ...others].join("\n"),
    key,
    ca: others.length === 0 ? undefined : others,
    expiresMs: own?.parsed && Date.parse(own.parsed.validTo),
  };
}

function parseCertificate(text: string): X509Certificate | undefined {
  try {
    return new X509Certificate(text);
  } catch {
    return undefined;
  }
}

function parseKey(text: string): KeyObject | undefined {
  try {
    return createPrivateKey(text);
  } catch {
    return undefined;
  }
}

function invalid(message: string): Read {
  return { kind: "invalid", message };
}
