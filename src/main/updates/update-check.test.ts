import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSettings } from "../settings/desktop-settings.ts";
import { createUpdateCheck, type UpdateCheck, type UpdatePorts } from "./update-check.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const release = (version: string) => ({
  tag_name: `v${version}`,
  html_url: `https://example.org/releases/v${version}`,
});

describe("createUpdateCheck", () => {
  let server: Server;
  let requests: string[];
  let answer: { status: number; body: string };
  let profileDir: string;
  let nowMs: number;
  let isOnline: boolean;
  let found: string[];
  let tick: () => void;
  beforeEach(async () => {
    requests = [];
    found = [];
    isOnline = true;
    nowMs = 1_800_000_000_000;
    answer = { status: 200, body: JSON.stringify(release("0.2.0")) };
    profileDir = mkdtempSync(join(tmpdir(), "fieldstation-updates-"));
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.writeHead(answer.status, { location: "/elsewhere" }).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
    rmSync(profileDir, { recursive: true });
  });

  const feed = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`;

  function open(part: Partial<UpdatePorts> = {}) {
    const settings = openSettings(profileDir);
    const updates = createUpdateCheck({
      feed: feed(),
      version: "0.1.0",
      profileDir,
      settings,
      isOnline: () => isOnline,
      fetch,
      now: () => nowMs,
      every: (_ms, task) => void (tick = task),
      onFound: (version) => found.push(version),
      ...part,
    });
    return { settings, updates };
  }

  /** Resolves when the check that is due has ended. */
  async function settled(updates: UpdateCheck): Promise<void> {
    await expect.poll(() => updates.state.kind).toMatch(/^(newer|newest|failed)$/);
  }

  it("calls nothing by itself until it is switched on", async () => {
    const { updates } = open();
    nowMs += 10 * DAY_MS;
    tick();
    expect(updates.state).toEqual({ kind: "not-checked" });
    await updates.check();
    expect(requests).toEqual(["GET /latest"]);
  });

  it("finds a newer version, with the page of its release and no download", async () => {
    const { updates } = open();
    expect(await updates.check()).toEqual({
      kind: "newer",
      version: "0.2.0",
      pageUrl: "https://example.org/releases/v0.2.0",
      checkedAtMs: nowMs,
    });
    expect(requests).toHaveLength(1);
  });

  it("says that the version is the newest", async () => {
    expect(await open({ version: "0.2.0" }).updates.check()).toEqual({ kind: "newest", checkedAtMs: nowMs });
  });

  it("calls nothing without a network", async () => {
    isOnline = false;
    const { updates } = open();
    expect(await updates.check()).toEqual({ kind: "failed", reason: "offline" });
    expect(requests).toEqual([]);
  });

  it.each([
    ["an error of the page", 500, "", "unreachable"],
    ["a way to another place", 302, "", "unreachable"],
    ["a page in place of the answer", 200, "<html>", "unreadable"],
    ["an answer without an end", 200, `"${"x".repeat(1_100_000)}"`, "unreadable"],
  ])("says that it does not know after %s", async (_what, status, body, reason) => {
    answer = { status, body };
    expect(await open().updates.check()).toEqual({ kind: "failed", reason });
    expect(requests).toEqual(["GET /latest"]);
  });

  it("asks once a day when it is switched on, and tells of a version once", async () => {
    const { settings, updates } = open();
    settings.change({ checkUpdates: true });
    await expect.poll(() => found).toEqual(["0.2.0"]);
    nowMs += DAY_MS - 1;
    tick();
    expect(updates.state.kind).toBe("newer");
    nowMs += 1;
    tick();
    await expect.poll(() => requests.length).toBe(2);
    await settled(updates);
    expect(found).toEqual(["0.2.0"]);

    // The next start on the same day knows when it was asked last.
    const next = open();
    await next.updates.check();
    expect(requests).toHaveLength(3);
    nowMs += 1;
    tick();
    expect(next.updates.state.kind).toBe("newer");
    expect(requests).toHaveLength(3);
  });

  it("asks once a day while the page fails, whatever is set and however often the app is started", async () => {
    answer = { status: 500, body: "" };
    const { settings, updates } = open();
    settings.change({ checkUpdates: true });
    await settled(updates);
    for (let hour = 1; hour <= 3; hour += 1) {
      nowMs += HOUR_MS;
      tick();
      await settled(updates);
    }
    settings.change({ preventSleep: false });
    await settled(updates);
    expect(requests).toHaveLength(1);
    const next = open().updates;
    nowMs += DAY_MS - 3 * HOUR_MS - 1;
    tick();
    expect(next.state.kind).toBe("not-checked");
    nowMs += 1;
    tick();
    await expect.poll(() => requests.length).toBe(2);
  });

  it("asks as soon as there is a network, when there was none", async () => {
    isOnline = false;
    const { settings, updates } = open();
    settings.change({ checkUpdates: true });
    await settled(updates);
    expect(updates.state).toEqual({ kind: "failed", reason: "offline" });
    isOnline = true;
    nowMs += HOUR_MS;
    tick();
    await expect.poll(() => found).toEqual(["0.2.0"]);
  });

  it("keeps a newer version that it knows when the page fails, and without a network", async () => {
    const { updates } = open();
    const known = await updates.check();
    expect(known).toMatchObject({ kind: "newer", version: "0.2.0" });
    answer = { status: 500, body: "" };
    expect(await updates.check()).toEqual(known);
    answer = { status: 200, body: "<html>" };
    expect(await updates.check()).toEqual(known);
    isOnline = false;
    expect(await updates.check()).toEqual(known);
    expect(updates.state).toEqual(known);
  });

  it("calls nothing more once it is switched off", async () => {
    const { settings, updates } = open();
    settings.change({ checkUpdates: true });
    await settled(updates);
    settings.change({ checkUpdates: false });
    nowMs += 2 * DAY_MS;
    tick();
    await updates.check();
    expect(requests).toHaveLength(2);
  });

  it("has nothing to ask in a build without a release page, or with a wrong one", async () => {
    for (const wrong of [undefined, "http://example.org/latest"]) {
      const { settings, updates } = open({ feed: wrong });
      settings.change({ checkUpdates: true });
      expect(await updates.check()).toEqual({ kind: "unavailable" });
      expect(updates.host).toBeUndefined();
    }
    expect(requests).toEqual([]);
  });
});
