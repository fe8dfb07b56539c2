import { expect, test } from "vitest";
import { formActionSource, isConsoleRedirect, isLoopbackRedirect, isOwnOrigin } from "./redirects.rules.ts";

const LOCAL = "http://127.0.0.1:7420/realms/dcp";
const HUB = "https://hub.example/realms/dcp";

test.each([
  ["http://127.0.0.1:5000/callback", true],
  ["http://127.0.0.1/", true],
  ["http://[::1]:5000/a?b=c", true],
  ["http://localhost:5000/callback", false],
  ["https://127.0.0.1:5000/callback", false],
  ["http://127.0.0.2:5000/callback", false],
  ["http://127.0.0.1@evil.example/", false],
  ["http://evil.example/127.0.0.1", false],
  ["http://127.0.0.1:5000/#", false],
  ["//127.0.0.1/", false],
  ["", false],
])("the desktop app may be redirected to %s: %s", (uri, allowed) => {
  expect(isLoopbackRedirect("fieldstation", uri)).toBe(allowed);
});

test("clients added by an administrator have no loopback rule", () => {
  expect(isLoopbackRedirect("other", "http://127.0.0.1:5000/")).toBe(false);
});

test.each([
  [LOCAL, "http://127.0.0.1:7420", true],
  [LOCAL, "http://localhost:7420", true],
  [LOCAL, "http://[::1]:7420", true],
  [LOCAL, "http://127.0.0.1:7421", false],
  [LOCAL, "https://127.0.0.1:7420", false],
  [LOCAL, "null", false],
  [HUB, "https://hub.example", true],
  [HUB, "https://hub.example:8443", false],
  [HUB, "http://localhost", false],
])("for the issuer %s, the origin %s is its own: %s", (issuer, origin, own) => {
  expect(isOwnOrigin(origin, issuer)).toBe(own);
});

test("the console may only be redirected to its own pages", () => {
  expect(isConsoleRedirect("fieldstation", "https://hub.example/signed-in", HUB, "signIn")).toBe(true);
  expect(isConsoleRedirect("fieldstation", "https://hub.example/signed-in?x", HUB, "signIn")).toBe(false);
  expect(isConsoleRedirect("fieldstation", "https://hub.example/other", HUB, "signIn")).toBe(false);
  expect(isConsoleRedirect("other", "https://hub.example/signed-in", HUB, "signIn")).toBe(false);
  expect(isConsoleRedirect("fieldstation", "https://hub.example/", HUB, "signOut")).toBe(true);
});

test.each([
  ["http://127.0.0.1:5000/callback", "http://127.0.0.1:5000"],
  ["https://fleet.example/a", "https://fleet.example"],
  ["http://[::1]:5000/callback", "http:"],
  ["com.example.app:/callback", "com.example.app:"],
  ["nothing", undefined],
])("a form that ends at %s needs the source %s", (uri, source) => {
  expect(formActionSource(uri)).toBe(source);
});
