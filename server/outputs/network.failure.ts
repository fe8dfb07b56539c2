import type { PeerCertificate } from "node:tls";
import { type NetworkAddress, unreachableReason } from "../kernel/unreachable.rules.ts";
import { OutputFailure, systemErrorCode } from "./output.failure.ts";

/** Why sending to a receiver fails, as a sentence for the operator. */
export function networkFailure(error: unknown, address: NetworkAddress) {
  if (error instanceof OutputFailure) return error;
  return new OutputFailure(sentenceOf(error, address), { cause: error });
}

function sentenceOf(error: unknown, address: NetworkAddress): string {
  const { host, port } = address;
  const code = systemErrorCode(error) ?? "";
  switch (code) {
    case "ECONNREFUSED":
      return `Nothing receives at ${host}, port ${port}.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `There is no computer named ${host}, or its name cannot be looked up now.`;
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EHOSTDOWN":
      return `${host} cannot be reached.`;
    case "ECONNRESET":
    case "EPIPE":
      return "The receiver closed the connection.";
    case "EADDRNOTAVAIL":
    case "EINVAL":
      return `This computer has no network interface for ${host}. Check the address, and the interface if one is chosen.`;
    case "CERT_HAS_EXPIRED":
      return `The certificate of ${host} has expired.`;
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `The certificate of the server is not for ${host}: it is for ${certifiedNames(error)}. Check the address.`;
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      return `The certificate of ${host} is signed by an authority that this output does not trust.`;
    // A server's alerts about the client's certificate (RFC 8446, section 6.2).
    case "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED":
      return `${host} asks for the certificate of a client, and this output has none.`;
    case "ERR_SSL_TLSV1_ALERT_UNKNOWN_CA":
      return `${host} does not accept the certificate of this output: it does not trust who signed it.`;
    case "ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED":
      return `${host} does not accept the certificate of this output: it has expired.`;
    case "ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED":
      return `${host} does not accept the certificate of this output: it was revoked.`;
    case "ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE":
    case "ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN":
    case "ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE":
    case "ERR_SSL_TLSV1_ALERT_ACCESS_DENIED":
      return `${host} does not accept the certificate of this output.`;
  }
  return `Sending to ${host}, port ${port} failed: ${unreachableReason(error, address)}.`;
}

/** The names that the certificate of a server has, which Node gives with the error (`DNS:a.example, IP Address:10.0.0.1`). */
function certifiedNames(error: unknown): string {
  const { cert } = error as { readonly cert?: Partial<PeerCertificate> };
  return (cert?.subjectaltname ?? String(cert?.subject?.CN ?? "another one")).replaceAll(/DNS:|IP Address:/g, "");
}
