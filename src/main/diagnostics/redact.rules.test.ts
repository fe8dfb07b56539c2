import { describe, expect, it } from "vitest";
import { redact } from "./redact.rules.ts";

// Put together, so that this file names no folder of one machine.
const home = ["", "home", "grace"].join("/");
const names = { home, user: "grace", computer: "van-laptop" };
const windows = { home: String.raw`C:\Users\grace`, user: "grace", computer: "VAN" };
const jwt = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl";

describe("redact", () => {
  it.each([
    ["a bearer token", `Authorization: Bearer ${jwt}`, jwt],
    ["a token of its own", `got ${jwt} from the provider`, jwt],
    ["an opaque token in a header", "authorization: bearer abc.DEF-123", "abc.DEF-123"],
    ["a password in JSON", '{"password":"correct horse"}', "correct horse"],
    ["a password in JSON that holds a quote", String.raw`{"password":"correct \"horse"}`, "horse"],
    ["a password in JSON inside JSON", String.raw`{"body":"{\"password\":\"horse\"}"}`, "horse"],
    ["a field whose name ends with it", '{"refresh_token":"r-1-2-3"}', "r-1-2-3"],
    ["an address with a code", "GET /callback?code=xyz123&state=abc789 302", "xyz123"],
    ["an address with a state", "GET /callback?code=xyz123&state=abc789 302", "abc789"],
    ["an address with a password", "mqtt://user:pa55@broker.example/topic", "pa55"],
    ["an address with a password that contains an @", "mqtt://user:pa@55word@broker:1883 failed", "55word"],
    ["a password of digits in JSON", '{"passphrase":271828}', "271828"],
    ["a password of digits in JSON inside JSON", String.raw`{"body":"{\"passphrase\":271828}"}`, "271828"],
    ["a key of a network in words", "wifi psk: battery, channel 6", "battery"],
    ["a password in quotes", "password='correct horse'", "horse"],
    ["all cookies of a header", "Cookie: a=1; session=battery", "battery"],
    ["a credential of another kind in a header", "authorization: Token staple", "staple"],
    ["a key in a header", "X-Api-Key: staple", "staple"],
    ["a key of a device", '{"settings/key_0":"c3RhcGxl","net/psk":"battery"}', "c3RhcGxl"],
    ["a key of a network", '{"settings/key_0":"c3RhcGxl","net/psk":"battery"}', "battery"],
    ["a key in base64", `key ${"a+B/".repeat(10)}abc= of a device`, "a+B/a+B/"],
    ["an option with a token", "serve --token s3cr3t --port 7420", "s3cr3t"],
    ["a private key", "-----BEGIN PRIVATE KEY-----\nMIIE\nabc\n-----END PRIVATE KEY-----", "MIIE"],
    ["a private key that was cut", "-----BEGIN PRIVATE KEY-----\nMIIE", "MIIE"],
    ["a personal access token", `pushed with Ab3dE6gH.${"Ab3dE6gH".repeat(4)}`, "Ab3dE6gH"],
    ["a long random text", `hash ${"a1b2c3d4".repeat(6)}`, "a1b2c3d4a1b2c3d4"],
    ["an e-mail address", "registered ada.pilot+drone@example.org", "ada.pilot"],
    ["the home directory", `opened ${home}/flights/log.gpx`, home],
    ["another person's home directory", `opened ${["", "home", "ada"].join("/")}/log.gpx`, "/ada"],
    ["a home directory on macOS", `opened ${["", "Users", "ada"].join("/")}/log.gpx`, "/ada"],
    ["the name of the person", "user grace is in the group dialout", "grace"],
    ["the name of the computer", "van-laptop started", "van-laptop"],
  ])("leaves out %s", (_what, text, secret) => {
    expect(redact(text, names)).not.toContain(secret);
  });

  it.each([
    String.raw`opened C:\Users\grace\flights\log.gpx`,
    String.raw`{"path":"C:\\Users\\grace\\flights"}`,
    `opened ${["C:", "Users", "grace"].join("/")}/flights`,
    String.raw`opened D:\users\ada\x`,
  ])("leaves out the home directory on Windows: %s", (text) => {
    expect(redact(text, windows)).not.toMatch(/grace|ada/);
  });

  it("takes no longer where a line is one long run of characters", () => {
    const run = "abc/def.".repeat(10_000) + "a".repeat(80_000);
    expect(redact(run, names)).toBe(run);
  });

  it("keeps what tells what went wrong", () => {
    const text =
      '{"level":50,"time":"2026-11-22T10:00:00.000Z","code":"EACCES","state":"waiting","msg":"source \\"Roof\\" failed: EACCES, open /dev/ttyACM0","status":503}';
    expect(redact(text, names)).toBe(text);
    expect(redact(`${home}/flights/log.gpx is no GPX`, names)).toBe("~/flights/log.gpx is no GPX");
  });
});
