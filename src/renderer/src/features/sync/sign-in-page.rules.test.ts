import { expect, it } from "vitest";
import { opensWithClick } from "./sign-in-page.rules.ts";

it("the page at which one signs in is a link where a click opens it: everywhere in a browser, encrypted ones in the app", () => {
  expect(opensWithClick("http://192.168.1.5:7420/realms/dcp/device", false)).toBe(true);
  expect(opensWithClick("https://hub.example.org/realms/dcp/device", true)).toBe(true);
  expect(opensWithClick("http://192.168.1.5:7420/realms/dcp/device", true)).toBe(false);
});
