import { describe, expect, it } from "vitest";
import {
  findPolicy,
  isAllowedExternally,
  isAllowedLink,
  isAllowedRequest,
  isGrantedPermission,
  isTrustedFrame,
  listImageSources,
  strictPolicy,
} from "./content.rules.ts";

const startingPage = "data:text/html,starting";
const trust = {
  stationUrl: "http://127.0.0.1:7420/",
  isAnswering: true,
  isStartingPage: (address: string) => address === startingPage,
};

describe("isAllowedExternally", () => {
  it.each(["https://example.org/help", "mailto:team@example.org"])("hands %s to the system", (address) => {
    expect(isAllowedExternally(address)).toBe(true);
  });

  it.each([
    "http://example.org",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "smb://host/share",
    "https://user:secret@example.org",
    "https://paypal.com@example.org",
    `https://example.org/${"a".repeat(3_000)}`,
    "not an address",
  ])("keeps %s inside", (address) => {
    expect(isAllowedExternally(address)).toBe(false);
  });
});

describe("isAllowedLink", () => {
  it("opens documents of the station, and what may be opened anyway", () => {
    expect(isAllowedLink("http://127.0.0.1:7420/openapi.json", trust)).toBe(true);
    expect(isAllowedLink("https://example.org/help", trust)).toBe(true);
  });

  it.each([
    "http://example.org/",
    "http://127.0.0.1:7421/",
    "http://localhost:7420/",
    "http://127.0.0.1:7420@example.org/",
    "http://user:secret@127.0.0.1:7420/",
    `http://127.0.0.1:7420/${"a".repeat(3_000)}`,
    startingPage,
  ])("keeps %s inside", (address) => {
    expect(isAllowedLink(address, trust)).toBe(false);
  });

  it("opens nothing of the station while another program could answer in its place", () => {
    expect(isAllowedLink("http://127.0.0.1:7420/openapi.json", { ...trust, isAnswering: false })).toBe(false);
    expect(isAllowedLink("http://127.0.0.1:7420/openapi.json", { ...trust, stationUrl: undefined })).toBe(false);
  });
});

describe("isTrustedFrame", () => {
  it("trusts the top frame of the console and of the starting page", () => {
    expect(isTrustedFrame({ url: "http://127.0.0.1:7420/map?q=1", parent: null }, trust)).toBe(true);
    expect(isTrustedFrame({ url: startingPage, parent: null }, trust)).toBe(true);
  });

  it.each([
    ["another port", "http://127.0.0.1:7421/"],
    ["another name for the same machine", "http://localhost:7420/"],
    ["a host that begins alike", "http://127.0.0.1:7420.example.org/"],
    ["credentials that look like the host", "http://127.0.0.1:7420@example.org/"],
    ["another page of data", "data:text/html,other"],
    ["a blank page", "about:blank"],
    ["a file", "file:///tmp/page.html"],
  ])("refuses %s", (_what, url) => {
    expect(isTrustedFrame({ url, parent: null }, trust)).toBe(false);
  });

  it("refuses a frame inside the console, and a frame that is gone", () => {
    expect(isTrustedFrame({ url: trust.stationUrl, parent: {} }, trust)).toBe(false);
    expect(isTrustedFrame(null, trust)).toBe(false);
  });

  it("trusts no station before one answers", () => {
    expect(isTrustedFrame({ url: trust.stationUrl, parent: null }, { ...trust, stationUrl: undefined })).toBe(false);
  });
});

describe("isAllowedRequest", () => {
  const tiles = ["data:", "https://tile.example.org", "https://*.tiles.example"];

  it.each([
    ["the console", "http://127.0.0.1:7420/", "mainFrame"],
    ["its live connection", "ws://127.0.0.1:7420/socket.io/", "webSocket"],
    ["a drawn image", "blob:http://127.0.0.1:7420/1", "image"],
    ["a tile", "https://tile.example.org/1/2/3.png", "image"],
    ["a tile of a sharded server", "https://a.tiles.example/1/2/3.png", "image"],
  ])("lets %s through", (_what, url, resourceType) => {
    expect(isAllowedRequest({ url, resourceType }, trust, tiles)).toBe(true);
  });

  it.each([
    ["a script from a tile server", "https://tile.example.org/a.js", "script"],
    ["an image from elsewhere", "https://evil.example/a.png", "image"],
    ["a host that ends alike", "https://evil-tiles.example/a.png", "image"],
    ["a tile without encryption", "http://tile.example.org/1.png", "image"],
    ["a page from elsewhere", "https://example.org/", "mainFrame"],
    ["another service of this machine", "http://127.0.0.1:631/", "xhr"],
    ["a file", "file:///etc/passwd", "image"],
  ])("holds back %s", (_what, url, resourceType) => {
    expect(isAllowedRequest({ url, resourceType }, trust, tiles)).toBe(false);
  });
});

describe("isAllowedRequest, while the station is down", () => {
  const down = { ...trust, isAnswering: false };

  it.each([
    ["a request", "http://127.0.0.1:7420/api/v1/flights", "xhr"],
    ["the live connection", "ws://127.0.0.1:7420/socket.io/", "webSocket"],
    ["the page", "http://127.0.0.1:7420/", "mainFrame"],
  ])("sends %s to nobody who may listen in its place", (_what, url, resourceType) => {
    expect(isAllowedRequest({ url, resourceType }, down, [])).toBe(false);
  });

  it("still receives from the page that it loaded before, which can start the station again", () => {
    expect(isTrustedFrame({ url: trust.stationUrl, parent: null }, down)).toBe(true);
  });
});

describe("Content-Security-Policy", () => {
  it("gives the image sources without keywords", () => {
    const policy = "default-src 'self'; IMG-SRC 'self' data: https://tile.example.org ; script-src 'self'";
    expect(listImageSources(policy)).toEqual(["data:", "https://tile.example.org"]);
  });

  it("falls back to default-src, and to nothing", () => {
    expect(listImageSources("default-src https:")).toEqual(["https:"]);
    expect(listImageSources("")).toEqual([]);
    expect(listImageSources(strictPolicy)).toEqual(["data:", "blob:"]);
  });

  it("is found whatever the case of the header", () => {
    expect(findPolicy({ "content-security-policy": ["default-src 'self'"] })).toBe("default-src 'self'");
    expect(findPolicy({ "Content-Type": ["text/html"] })).toBeUndefined();
  });
});

describe("isGrantedPermission", () => {
  it("lets the console notify, and refuses to tell where the person is", () => {
    expect(isGrantedPermission("notifications", trust.stationUrl, trust)).toBe(true);
    expect(isGrantedPermission("geolocation", trust.stationUrl, trust)).toBe(false);
    expect(isGrantedPermission("notifications", "https://example.org/", trust)).toBe(false);
  });
});
