import { expect, it } from "vitest";
import { addressOfUrl, unreachableReason } from "./unreachable.rules.ts";

const hub = { host: "hub.example", port: 8443 };
const failed = (code: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(`connect ${code} 10.0.0.1:8443`), { code }) });

it.each([
  ["ECONNREFUSED", /^nothing answers at hub\.example, port 8443; check the address/],
  ["ENOTFOUND", /^the name hub\.example cannot be looked up; check/],
  ["ENETUNREACH", /^there is no way to hub\.example; check/],
  ["UND_ERR_CONNECT_TIMEOUT", /^hub\.example does not answer; check/],
  ["UND_ERR_SOCKET", /^hub\.example closed the connection/],
  ["CERT_HAS_EXPIRED", /^the certificate of hub\.example has expired/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", /^the certificate there is not for hub\.example/],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", /^the certificate of hub\.example is signed by an authority/],
])("says %s in words, without the code", (code, sentence) => {
  const reason = unreachableReason(failed(code), hub);
  expect(reason).toMatch(sentence);
  expect(reason).not.toContain(code);
});

it.each(["connack timeout", "Keepalive timeout"])("says in words that a broker is silent (%s)", (message) => {
  expect(unreachableReason(new Error(message), hub)).toMatch(/^hub\.example does not answer; check/);
});

it("names the port that nothing is sent to because fetch itself refuses it", async () => {
  const url = new URL("http://127.0.0.1:9/");
  const error = await fetch(url).then(undefined, (reason: unknown) => reason);
  expect(unreachableReason(error, addressOfUrl(url))).toBe(
    "port 9 belongs to another kind of service; choose another port there",
  );
});

it("looks into what failed with each address of a name", () => {
  const both = new AggregateError([failed("ECONNREFUSED").cause, failed("ENETUNREACH").cause]);
  const error = new TypeError("fetch failed", { cause: both });
  expect(unreachableReason(error, hub)).toMatch(/^nothing answers at hub\.example/);
});

it("keeps the code as a detail where nothing else is known", () => {
  expect(unreachableReason(failed("EMFILE"), hub)).toBe("the network reported a fault that is not known here (EMFILE)");
  expect(unreachableReason(failed("ERR_SSL_WRONG_VERSION_NUMBER"), hub)).toMatch(
    /check whether that port is encrypted \(ERR_SSL_WRONG_VERSION_NUMBER\)$/,
  );
});

it("returns the default port of an address without one", () => {
  expect(addressOfUrl(new URL("https://hub.example/api"))).toEqual({ host: "hub.example", port: 443 });
  expect(addressOfUrl(new URL("http://[::1]/"))).toEqual({ host: "::1", port: 80 });
});
