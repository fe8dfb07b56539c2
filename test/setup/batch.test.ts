import { describe, expect, it } from "vitest";
import type { SetupBatch, SetupBatchDevice } from "../../server/contracts/setup-batch.ts";
import { createSetup, type SetupDeps } from "../../server/features/setup/index.ts";
import { LOCAL_OPERATOR } from "../../server/kernel/principal.ts";
import { createArduRemoteId } from "../support/simulators/arduremoteid.simulator.ts";
import type { DeviceSimulator } from "../support/simulators/device-simulator.ts";
import { createDronetagSimulator } from "../support/simulators/dronetag.simulator.ts";
import { PATH, setUpBench, USB_SERIAL } from "./session.fixture.ts";

const CALL = {
  query: undefined,
  params: undefined,
  principal: LOCAL_OPERATOR,
  representation: "json",
  signal: new AbortController().signal,
} as const;

const SILENT: DeviceSimulator = {
  usbSerialNumber: null,
  baudRate: () => null,
  powerOn: () => undefined,
  powerOff: () => undefined,
  receive: () => undefined,
  pulseRts: () => undefined,
};

/** Batches over a bench of simulated devices, in a time that passes only while the test waits. */
function withBatches() {
  const bench = setUpBench();
  const { time, sessions } = bench;
  const listeners = new Set<(batch: SetupBatch) => void>();
  // A batch by the set of a variant needs no more of what the feature is given.
  const deps: Partial<SetupDeps> = {
    sessions,
    findVariantSettings: () => ({ WIFI_CHANNEL: 11, "app/brightness": 80 }),
    recordAudit: () => undefined,
    listPorts: bench.bench.listPorts,
    publishBatch(batch) {
      for (const listener of listeners) listener(batch);
    },
    snapshots: { find: () => undefined } as Partial<SetupDeps["snapshots"]> as SetupDeps["snapshots"],
    clock: time,
    schedule: time.schedule,
    newId: () => "batch-1",
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  const { handlers } = createSetup(deps as SetupDeps);
  const module = createArduRemoteId(time, { usbSerialNumber: USB_SERIAL, values: { MAVLINK_SYSID: 7 } });
  return {
    ...bench,
    module,
    begin: (paths: readonly string[] = []) =>
      time.until(Promise.resolve(handlers.beginSetupBatch({ ...CALL, body: { flavor: "field", paths: [...paths] } }))),
    end: () =>
      time.until(Promise.resolve(handlers.endSetupBatch({ ...CALL, params: { id: "batch-1" }, body: undefined }))),
    /** The rows once nothing is under way any more. */
    ended: () =>
      time.until(
        new Promise<readonly SetupBatchDevice[]>((resolve) => {
          const look = ({ devices }: SetupBatch) => {
            const isEnded = ({ state }: SetupBatchDevice) => ["done", "partly", "failed"].includes(state);
            if (devices.length > 0 && devices.every(isEnded)) resolve(devices);
          };
          listeners.add(look);
        }),
      ),
  };
}

describe("a batch of devices", () => {
  it("accepts a device at the port of a set-up that is over", async () => {
    const { open, begin, end, ended, bench, module } = withBatches();
    bench.plugIn(PATH, SILENT);
    expect(await open()).toMatchObject({ state: "unknown" });
    await begin();
    bench.unplug(PATH);
    bench.plugIn(PATH, module);
    expect(await ended()).toMatchObject([{ serial_number: USB_SERIAL, state: "done", verified: 1 }]);
    await end();
  });

  it("reports that a set-up uses a chosen port, and leaves other such ports alone", async () => {
    const { open, begin, end, ended, bench, module, sessions, time } = withBatches();
    bench.plugIn(PATH, module);
    const { id } = await open();
    await begin([PATH]);
    expect(await ended()).toMatchObject([{ state: "failed", detail: expect.stringContaining("Another set-up") }]);
    await end();
    await begin();
    bench.unplug(PATH);
    bench.plugIn(PATH, module);
    await time.pass(10_000);
    expect(sessions.list()).toMatchObject([{ id }]);
    expect(await end()).toMatchObject({ body: { devices: [] } });
  });

  it("names the device that has to be unplugged before all of it counts", async () => {
    const { begin, end, ended, bench, time } = withBatches();
    await begin();
    bench.plugIn(PATH, createDronetagSimulator({ time, ignoresReset: true }));
    expect(await ended()).toMatchObject([{ state: "done", verified: 1, detail: expect.stringMatching(/^Unplug the/) }]);
    await end();
  });

  it("reads a device again that was unplugged meanwhile, and then reports why it is not done", async () => {
    const { begin, end, ended, bench, module, when } = withBatches();
    const unplugWhileRead = async (id: string) => {
      await when(id, ({ state }) => state === "reading");
      bench.unplug(PATH);
      await when(id, ({ state }) => state === "lost");
      bench.plugIn(PATH, module);
    };
    await begin();
    bench.plugIn(PATH, module);
    await unplugWhileRead("session-1");
    expect(await ended()).toMatchObject([{ state: "done", verified: 1 }]);
    await end();
    bench.unplug(PATH);

    await begin();
    bench.plugIn(PATH, module);
    await unplugWhileRead("session-2");
    await unplugWhileRead("session-2");
    expect(await ended()).toMatchObject([{ state: "failed", detail: "The device was unplugged while it was read." }]);
    await end();
  });
});
