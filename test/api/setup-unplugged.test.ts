import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SetupSession } from "../../server/contracts/setup.ts";
import { createArduRemoteId } from "../support/simulators/arduremoteid.simulator.ts";
import { hasSocat, realTime } from "../support/simulators/simulated-terminal.ts";
import { runInProcess } from "../support/command-in-process.ts";
import { SETUP, startSetupStation, type SetupStation } from "./setup.fixture.ts";

/** A device is read at its own pace, on a computer that may be slow. */
const SLOWLY = { timeout: 60_000 };

describe.skipIf(!hasSocat)("a device that is unplugged while the command line reads it", { timeout: 120_000 }, () => {
  let station: SetupStation;
  beforeAll(async () => {
    station = await startSetupStation();
  });
  afterAll(() => station[Symbol.asyncDispose]());

  it("is read once more, and never printed as a device without settings", async () => {
    const device = createArduRemoteId(realTime, { usbSerialNumber: "U1", values: { MAVLINK_SYSID: 7 } });
    const states = async () => {
      const { body } = await station.call("GET", `${SETUP}/sessions`);
      return (body as readonly SetupSession[]).map(({ state }) => state);
    };
    let cable = await station.plugIn("ttyA", device);
    const replugWhileRead = async () => {
      await expect.poll(states, SLOWLY).toEqual(["reading"]);
      await cable.unplug();
      await expect.poll(states, SLOWLY).toEqual(["lost"]);
      cable = await station.plugIn("ttyA", device);
    };
    const dump = () =>
      runInProcess(["setup", "dump", "--port", station.pathOf("ttyA"), "--url", station.whole.url, "--json"]);

    const once = dump();
    await replugWhileRead();
    const { code, out } = await once;
    expect([code, JSON.parse(out)]).toMatchObject([0, { values: { WIFI_CHANNEL: 6 } }]);

    const twice = dump();
    await replugWhileRead();
    await replugWhileRead();
    const failed = await twice;
    expect([failed.code, failed.out]).toEqual([1, ""]);
    expect(failed.err).toContain("The device was unplugged while it was read.");
    await cable.unplug();
  });
});
