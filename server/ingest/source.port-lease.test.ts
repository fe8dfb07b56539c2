import { expect, it } from "vitest";
import { source, setUp } from "./source.supervisor.fixture.ts";
import type { SupervisedSource } from "./source.supervisor.ts";
import { untilAborted } from "./until-aborted.ts";

const serial: SupervisedSource = {
  ...source,
  settings: { kind: "serial", path: "/dev/ttyNone0", baud_rate: 57_600, repair_crlf: false, protocol: "mavlink" },
};

function running(port?: string) {
  let runs = 0;
  const supervised = setUp(async ({ signal, running: isRunning, usesPort }) => {
    runs += 1;
    if (port !== undefined) usesPort?.(port);
    isRunning();
    await untilAborted(signal);
  });
  return { ...supervised, runs: () => runs };
}

it("a source releases its port, waits, and opens it again", async () => {
  const { supervisor, status, runs } = running();
  supervisor.start(serial);
  await expect.poll(() => status().state).toBe("running");
  const lease = await supervisor.leasePort("/dev/ttyNone0");
  expect(status()).toMatchObject({ state: "waiting", last_error: expect.stringContaining("set-up") as string });
  lease.release();
  lease.release();
  await expect.poll(() => status().state).toBe("running");
  expect(runs()).toBe(2);
  await supervisor.close();
});

it("a source that followed its device releases the port where the device is now", async () => {
  const { supervisor, status } = running("/dev/ttyNone7");
  supervisor.start(serial);
  await expect.poll(() => status().state).toBe("running");
  const lease = await supervisor.leasePort("/dev/ttyNone7");
  expect(status().state).toBe("waiting");
  lease.release();
  await expect.poll(() => status().state).toBe("running");
  await supervisor.close();
});

it("other sources go on, and one that is started on the port waits", async () => {
  const { supervisor, status } = running();
  const lease = await supervisor.leasePort("/dev/ttyNone0");
  supervisor.start(serial);
  expect(status().state).toBe("waiting");
  const other = { ...serial, id: "00000000-0000-4000-8000-0000000000a2", settings: source.settings };
  supervisor.start(other);
  await expect.poll(() => supervisor.status(other.id).state).toBe("running");
  lease.release();
  await expect.poll(() => status().state).toBe("running");
  await supervisor.close();
});

it("a source that is switched off meanwhile does not come back", async () => {
  const { supervisor, status, runs } = running();
  supervisor.start(serial);
  await expect.poll(() => status().state).toBe("running");
  const lease = await supervisor.leasePort("/dev/ttyNone0");
  await supervisor.stop(serial.id);
  expect(status().state).toBe("stopped");
  lease.release();
  expect(status().state).toBe("stopped");
  expect(runs()).toBe(1);
  await supervisor.close();
});

it("the port of two set-ups one after the other is free when both are done", async () => {
  const { supervisor, status } = running();
  supervisor.start(serial);
  await expect.poll(() => status().state).toBe("running");
  const first = await supervisor.leasePort("/dev/ttyNone0");
  const second = await supervisor.leasePort("/dev/ttyNone0");
  first.release();
  expect(status().state).toBe("waiting");
  second.release();
  await expect.poll(() => status().state).toBe("running");
  await supervisor.close();
});
