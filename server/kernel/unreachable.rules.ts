import { systemErrorCode } from "./run-failure.ts";

/** Where something was to be sent. */
export type NetworkAddress = { readonly host: string; readonly port: number };

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  "http:": 80,
  "ws:": 80,
  "https:": 443,
  "wss:": 443,
  "mqtt:": 1883,
  "mqtts:": 8883,
};

/** The address of a URL, without the brackets of IPv6 and with the port that is meant where none is written. */
export function addressOfUrl({ protocol, hostname, port }: URL): NetworkAddress {
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || (DEFAULT_PORTS[protocol] ?? 443) };
}

/**
 * Why a computer could not be reached, as the end of a sentence: what happened and what to check. A code of the system
 * means nothing to an operator; it is shown only where nothing better is known, for the person who gives support.
 */
export function unreachableReason(error: unknown, { host, port }: NetworkAddress): string {
  const cause = causeOf(error);
  const code = systemErrorCode(cause);
  switch (code) {
    case "ECONNREFUSED":
      return `nothing answers at ${host}, port ${port}; check the address, and whether the program there is running`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `the name ${host} cannot be looked up; check how it is written, and whether this computer has a network`;
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EHOSTDOWN":
    case "ENETDOWN":
      return `there is no way to ${host}; check the network of this computer`;
    case "ETIMEDOUT":
    case "UND_ERR_CONNECT_TIMEOUT":
    case "UND_ERR_HEADERS_TIMEOUT":
    case "UND_ERR_BODY_TIMEOUT":
      return silentReason(host);
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
      return `${host} closed the connection before it had answered`;
    case "CERT_HAS_EXPIRED":
      return `the certificate of ${host} has expired; it has to be renewed there`;
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `the certificate there is not for ${host}; check the address`;
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      return `the certificate of ${host} is signed by an authority that this computer does not trust`;
  }
  const message = cause instanceof Error ? cause.message : String(cause);
  // Of the client of MQTT, which has no codes for them: a broker that is connected and silent.
  if (message === "connack timeout" || message === "Keepalive timeout") return silentReason(host);
  // The fetch standard names ports of other services, to which nothing is sent; there is no code for it.
  if (message === "bad port") return `port ${port} belongs to another kind of service; choose another port there`;
  if (code === "EPROTO" || code?.startsWith("ERR_SSL_") === true) {
    return `no encrypted connection with ${host}, port ${port} came about; check whether that port is encrypted (${code})`;
  }
  return `the network reported a fault that is not known here (${code ?? message})`;
}

function silentReason(host: string): string {
  return `${host} does not answer; check whether it is switched on and in this network`;
}

/** `fetch` rejects with "fetch failed" and gives the reason as its cause, which may have several causes in turn. */
function causeOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors[0];
  if (!(error instanceof Error) || !(error.cause instanceof Error)) return error;
  return systemErrorCode(error) === undefined ? causeOf(error.cause) : error;
}
