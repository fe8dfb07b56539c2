import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { io, type Socket } from "socket.io-client";
import { describe, expect, it, onTestFinished } from "vitest";
import { startRestartingStation } from "../../server/app/restarting-station.ts";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { callAt } from "../support/station-in-process.ts";
import { LESS_SAFE } from "../support/less-safe.ts";
import { startTestStation, type TestStation } from "../support/station.ts";
import { makePersistentDataDir, type Restorer, restorerAt, SETTINGS } from "./restore.requests.ts";

function useDataDir(): string {
  const kept = makePersistentDataDir();
  onTestFinished(() => kept[Symbol.dispose]());
  return kept.dataDir;
}

/** A station that ends with the test, also where that fails. */
async function startEndingStation(options: { readonly dataDir: string }): Promise<TestStation> {
  const station = await startTestStation(options);
  onTestFinished(() => station.kill());
  return station;
}

/** The local operator of a station whose recording has a backup and something newer. */
async function startOperator(url: string): Promise<{ readonly operator: Restorer; readonly path: string }> {
  const operator = restorerAt({ call: callAt(url) });
  await operator.add("Before");
  const path = await operator.backUp();
  await operator.add("Later");
  return { operator, path };
}

/** A live connection as the console has it, and why it was lost first. */
async function startViewer(url: string): Promise<{ readonly viewer: Socket; readonly lost: Promise<string> }> {
  const viewer = io(url, { path: LIVE_PATH, forceNew: true, reconnectionDelay: 50, reconnectionDelayMax: 50 });
  onTestFinished(() => void viewer.close());
  const lost = new Promise<string>((resolve) => viewer.once("disconnect", resolve));
  await returnOf(viewer);
  return { viewer, lost };
}

const returnOf = (viewer: Socket) => new Promise<void>((resolve) => viewer.once("connect", resolve));

describe("a station that restores a backup", () => {
  it("starts again by itself at its address, and those who watch it come back", async () => {
    const station = await startEndingStation({ dataDir: useDataDir() });
    const { operator, path } = await startOperator(station.url);
    const { viewer, lost } = await startViewer(station.url);

    const isBack = returnOf(viewer);
    const asked = await operator.restore({ path });
    expect(asked).toMatchObject({ status: 202, body: { restarts_itself: true } });
    // A connection that the station ended on purpose would not be opened again.
    expect(await lost).toBe("transport close");
    await isBack;
    expect(await operator.names()).toEqual(["Before"]);
    const { restore } = await operator.state();
    expect(restore).toMatchObject({ phase: "done", path });
    expect((await operator.ask("DELETE", `${SETTINGS}/restore`)).status).toBe(204);

    const isBackAgain = returnOf(viewer);
    expect((await operator.restore({ path: restore!.kept_as! })).status).toBe(202);
    await isBackAgain;
    expect(await operator.names()).toEqual(["Before", "Later"]);
    expect(await station.stop()).toBe(0);
  });

  it("is stopped cleanly while it starts again, with the backup", async () => {
    const dataDir = useDataDir();
    {
      const station = await startEndingStation({ dataDir });
      const { operator, path } = await startOperator(station.url);
      const { lost } = await startViewer(station.url);
      expect((await operator.restore({ path })).status).toBe(202);
      expect(await lost).toBe("transport close");
      expect(await station.stop()).toBe(0);
    }
    const station = await startEndingStation({ dataDir });
    const again = restorerAt({ call: callAt(station.url) });
    expect((await again.state()).restore).toMatchObject({ phase: "done", msg: null });
    expect(await again.names()).toEqual(["Before"]);
    expect(await station.stop()).toBe(0);
  });

  it("reports why it could not start again, and can be stopped", async () => {
    const dataDir = useDataDir();
    const failed = Promise.withResolvers<unknown>();
    const station = await startRestartingStation(
      {
        dataDir,
        port: 0,
        localOperator: true,
        lessSafe: LESS_SAFE,
        // The last result that is reported before the restart.
        log: { ...silentLog, warn: () => writeFileSync(join(dataDir, "restore.json"), "no mark") },
      },
      failed.resolve,
    );
    const { operator, path } = await startOperator(station.url);
    expect((await operator.restore({ path })).status).toBe(202);
    expect(await failed.promise).toBeInstanceOf(SyntaxError);
    await expect(fetch(station.url)).rejects.toThrow("fetch failed");
    await station.stop();
  });
});
