import { expect, test } from "vitest";
import { realmPathOf } from "./realm-request.ts";

test.each([
  ["/realms/dcp/device?user_code=A?B", { path: "/device", query: "?user_code=A?B" }],
  ["/realms/dcp", { path: "/", query: "" }],
  ["/realms/dcp?", { path: "/", query: "?" }],
  ["/realms/dcp/", { path: "/", query: "" }],
  ["/realms/dcpx", undefined],
  ["/realms", undefined],
  ["http://evil.example/realms/dcp/device", undefined],
])("the target %s is below the realm: %o", (target, expected) => {
  expect(realmPathOf(target)).toEqual(expected);
});
