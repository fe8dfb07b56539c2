import { describe, expect, it } from "vitest";
import { networkFailure } from "./network.failure.ts";
import { OutputFailure } from "./output.failure.ts";

const ADDRESS = { host: "tak.example", port: 8089 };
const failed = (code: string, more: object = {}) => Object.assign(new Error(`it says ${code}`), { code, ...more });

describe("why an output cannot send", () => {
  it.each([
    [["ECONNREFUSED"], "Nothing receives at tak.example, port 8089."],
    [["ENOTFOUND", "EAI_AGAIN"], "There is no computer named tak.example, or its name cannot be looked up now."],
    [["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN"], "tak.example cannot be reached."],
    [["ECONNRESET", "EPIPE"], "The receiver closed the connection."],
    [
      ["EADDRNOTAVAIL", "EINVAL"],
      "This computer has no network interface for tak.example. Check the address, and the interface if one is chosen.",
    ],
    [["CERT_HAS_EXPIRED"], "The certificate of tak.example has expired."],
    [
      [
        "DEPTH_ZERO_SELF_SIGNED_CERT",
        "SELF_SIGNED_CERT_IN_CHAIN",
        "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
        "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      ],
      "The certificate of tak.example is signed by an authority that this output does not trust.",
    ],
    [
      ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED"],
      "tak.example asks for the certificate of a client, and this output has none.",
    ],
    [
      ["ERR_SSL_TLSV1_ALERT_UNKNOWN_CA"],
      "tak.example does not accept the certificate of this output: it does not trust who signed it.",
    ],
    [
      ["ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED"],
      "tak.example does not accept the certificate of this output: it has expired.",
    ],
    [
      ["ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED"],
      "tak.example does not accept the certificate of this output: it was revoked.",
    ],
    [
      [
        "ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE",
        "ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN",
        "ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE",
        "ERR_SSL_TLSV1_ALERT_ACCESS_DENIED",
      ],
      "tak.example does not accept the certificate of this output.",
    ],
    [
      ["EPROTO"],
      "Sending to tak.example, port 8089 failed: no encrypted connection with tak.example, port 8089 came about; check whether that port is encrypted (EPROTO).",
    ],
    [
      ["EMADEUP"],
      "Sending to tak.example, port 8089 failed: the network reported a fault that is not known here (EMADEUP).",
    ],
  ])("is a sentence: %s", (codes, sentence) => {
    for (const code of codes) {
      const error = failed(code);
      expect(networkFailure(error, ADDRESS)).toMatchObject({ message: sentence, cause: error, isFinal: false });
    }
  });

  it("names for whom a certificate is that is not for the receiver", () => {
    const sentenceOf = (cert?: object) =>
      networkFailure(failed("ERR_TLS_CERT_ALTNAME_INVALID", cert && { cert }), ADDRESS).message;
    const forNames = (names: string) =>
      `The certificate of the server is not for tak.example: it is for ${names}. Check the address.`;
    expect(sentenceOf({ subjectaltname: "DNS:a.example, IP Address:10.0.0.1" })).toBe(forNames("a.example, 10.0.0.1"));
    expect(sentenceOf({ subject: { CN: "old.example" } })).toBe(forNames("old.example"));
    expect(sentenceOf({ subject: {} })).toBe(forNames("another one"));
    expect(sentenceOf()).toBe(forNames("another one"));
  });

  it("is unchanged if it is a sentence already, and is shown if it has no code", () => {
    const known = new OutputFailure("The receiver wants nothing more.", { isFinal: true });
    expect(networkFailure(known, ADDRESS)).toBe(known);
    expect(networkFailure("odd", ADDRESS).message).toMatch(/failed: .*\(odd\)\.$/);
  });
});
