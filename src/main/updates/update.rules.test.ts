import { describe, expect, it } from "vitest";
import { isNewer, isReleaseFeed, readRelease } from "./update.rules.ts";

const answer = {
  tag_name: "v0.2.0",
  html_url: "https://github.com/example/fieldstation/releases/tag/v0.2.0",
  draft: false,
  prerelease: false,
  assets: [{ browser_download_url: "https://github.com/example/fieldstation/releases/download/v0.2.0/a.deb" }],
};

describe("readRelease", () => {
  it("reads the newest release as a release page publishes it", () => {
    expect(readRelease(answer)).toEqual({ version: "0.2.0", pageUrl: answer.html_url });
  });

  it.each([
    ["a draft", { ...answer, draft: true }],
    ["a version for testers", { ...answer, prerelease: true }],
    ["a page that is not encrypted", { ...answer, html_url: "http://github.com/example" }],
    ["a program in place of the page", { ...answer, html_url: "file:///bin/sh" }],
    ["no version", { ...answer, tag_name: "latest" }],
    ["an error", { message: "Not Found" }],
    ["nothing", null],
  ])("takes no notice of %s", (_what, given) => {
    expect(readRelease(given)).toBeUndefined();
  });
});

describe("isNewer", () => {
  it.each([
    ["0.2.0", "0.1.9", true],
    ["0.10.0", "0.9.0", true],
    ["1.0.0", "0.99.99", true],
    ["0.1.0", "0.1.0", false],
    ["0.1.0", "0.2.0", false],
    ["0.2.0", "0.2.0-beta.1", true],
    ["0.2.0-beta.2", "0.2.0", false],
    ["0.2.0+build.7", "0.2.0", false],
    ["soon", "0.1.0", false],
  ])("%s after %s: %s", (version, current, expected) => {
    expect(isNewer(version, current)).toBe(expected);
  });
});

describe("isReleaseFeed", () => {
  it.each([
    ["https://api.github.com/repos/example/fieldstation/releases/latest", true],
    ["http://127.0.0.1:8080/latest", true],
    ["http://example.org/latest", false],
    ["https://user:secret@example.org/latest", false],
    ["file:///latest.json", false],
    ["", false],
  ])("%s: %s", (address, expected) => {
    expect(isReleaseFeed(address)).toBe(expected);
  });
});
