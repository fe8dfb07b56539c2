import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ConsolePage, Desktop } from "./support/desktop.ts";
import { describeJourneys, findFreePort, findStationPid, isRunning, makeDataDir } from "./support/journeys.ts";

describeJourneys("a station that crashes", (launch) => {
  const { dataDir, remove } = makeDataDir();
  let desktop: Desktop;
  let url: string;
  let port: number;

  beforeAll(async () => {
    port = await findFreePort();
    url = `http://127.0.0.1:${port}/`;
    desktop = await launch({ dataDir, args: ["--port", String(port)] });
    await desktop.page.waitForURL((address) => address.protocol === "http:");
    await desktop.page.waitForSelector("[data-gate=first]");
    await desktop.page.evaluate(() => {
      const kinds: string[] = [];
      Reflect.set(globalThis, "kinds", kinds);
      (globalThis as unknown as ConsolePage).fieldstation.station.onState(({ kind }) => kinds.push(kind));
    });
  });
  afterAll(async () => {
    await desktop.quit();
    remove();
  });

  const seenKinds = (): Promise<string[]> => desktop.page.evaluate(() => Reflect.get(globalThis, "kinds") as string[]);

  // What a process was started with can be read of another on Linux only.
  it.runIf(process.platform === "linux")("is started with the limits of memory that it has under Node", async () => {
    await expect.poll(seenKinds).toEqual(["running"]);
    const pid = await findStationPid(desktop);
    const started = (name: "cmdline" | "environ") => readFileSync(`/proc/${pid}/${name}`, "utf8").split("\0");
    expect(started("cmdline").join(" ")).toContain("--max-semi-space-size=16");
    expect(started("environ")).toEqual(expect.arrayContaining(["MALLOC_ARENA_MAX=2", "MALLOC_MMAP_THRESHOLD_=131072"]));
  });

  it("comes back by itself at the same address, while the window keeps its page", async () => {
    await expect.poll(seenKinds).toEqual(["running"]);
    const pid = await findStationPid(desktop);
    if (pid === undefined) throw new Error("no station is running");
    process.kill(pid, "SIGKILL");
    await expect.poll(seenKinds, { timeout: 30_000 }).toEqual(["running", "restarting", "running"]);
    expect(isRunning(pid)).toBe(false);
    expect(await findStationPid(desktop)).not.toBe(pid);
    expect((await fetch(url)).status).toBe(200);
    expect(desktop.page.url()).toMatch(url);
  });

  it("can be restarted from the console, cleanly", async () => {
    const pid = await findStationPid(desktop);
    await desktop.page.evaluate(() => (globalThis as unknown as ConsolePage).fieldstation.station.restart());
    await expect
      .poll(seenKinds, { timeout: 30_000 })
      .toEqual(["running", "restarting", "running", "starting", "running"]);
    expect(await findStationPid(desktop)).not.toBe(pid);
    expect((await fetch(url)).status).toBe(200);
  });

  /** Listens in the station's place before it is back; in ever longer pauses it tries, so one of them is long enough. */
  async function takeItsPlace(visits: string[]): Promise<Server> {
    for (;;) {
      const pid = await findStationPid(desktop);
      if (pid !== undefined && isRunning(pid)) process.kill(pid, "SIGKILL");
      const server = createServer((request, response) => {
        visits.push(request.url ?? "");
        response.setHeader("Access-Control-Allow-Origin", "*").end("{}");
      });
      const isListening = await new Promise<boolean>((resolve) => {
        server.once("error", () => resolve(false));
        server.listen(port, "127.0.0.1", () => resolve(true));
      });
      if (isListening) return server;
    }
  }

  it("sends nothing to a program that listens in its place meanwhile", async () => {
    const visits: string[] = [];
    const other = await takeItsPlace(visits);
    await expect.poll(async () => (await seenKinds()).at(-1)).toBe("restarting");
    const answer = await desktop.page.evaluate(() =>
      fetch("/station/v1/health").then(
        () => "answered",
        () => "held back",
      ),
    );
    expect(answer).toBe("held back");
    expect(visits).toEqual([]);
    await new Promise((resolve) => other.close(resolve));
    await desktop.page.evaluate(() => (globalThis as unknown as ConsolePage).fieldstation.station.restart());
    await expect.poll(async () => (await seenKinds()).at(-1), { timeout: 30_000 }).toBe("running");
    expect((await fetch(url)).status).toBe(200);
  });
});
