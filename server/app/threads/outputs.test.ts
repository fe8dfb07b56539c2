import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { startReceiver, type TakReceiver, uidOf } from "../../../test/outputs/tak-receiver.fixture.ts";
import { OutputSettings } from "../../contracts/outputs.ts";
import { SECOND_MS, systemClock, systemSchedule } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { NOON_MS, uaPoint } from "../../kernel/points.fixture.ts";
import { createOutputSupervisor } from "../../outputs/output.supervisor.ts";
import type { RecordOutputSettings } from "../outputs/output-run.factory.ts";
import type { OutputReading } from "../outputs/record-batch.ts";
import { createOutputThread } from "./outputs.ts";

/** Back-off passes this much faster than it would in the field. */
const HASTE = 50;
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** One output on the thread, under the real supervisor. */
function run(
  input: object,
  options: { readonly entry?: string; readonly intervalMs?: number; readonly isReadable?: () => boolean } = {},
) {
  const { entry, intervalMs, isReadable = () => true } = options;
  const thread = createOutputThread(entry === undefined ? {} : { entry });
  const supervisor = createOutputSupervisor<OutputReading, OutputReading>({
    clock: systemClock,
    schedule: (action, delayMs) => systemSchedule(action, delayMs / HASTE),
    log: silentLog,
    random: () => 0,
  });
  supervisor.start({
    id: "A",
    createRun: () => thread.createRun(OutputSettings.parse(input) as RecordOutputSettings),
    keyOf: ({ operationId }) => operationId,
    makeRecord: (one) => (isReadable() ? one : undefined),
    intervalMs,
  });
  ends.push(thread.close, supervisor.close);
  return { take: supervisor.take, stop: supervisor.close, status: () => supervisor.status("A") };
}

async function receiverAt(port?: number): Promise<TakReceiver> {
  const receiver = await startReceiver(port);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await receiver.close();
    isOpen = false;
  };
  ends.push(close);
  return { ...receiver, close };
}

function aircraft(name: string, second = 0): OutputReading {
  return {
    operationId: `operation of ${name}`,
    sensorId: "roof",
    technology: "wifi_beacon",
    ua: uaPoint({ timeMs: NOON_MS + second * SECOND_MS }),
    declared: [
      {
        identifiers: [{ type: "serial_number", value: name }],
        uaType: 2,
        operatorId: null,
        classification: null,
        classificationType: null,
        descriptions: [],
        authentication: [],
      },
    ],
    operator: null,
    takeOff: null,
  };
}
const named = (event: string) => `${uidOf(event).split(".")[1]} ${/time="[^"]*:(\d\d)\.000Z"/.exec(event)?.[1]}`;
async function isRunning({ status }: ReturnType<typeof run>): Promise<void> {
  await expect.poll(() => status().state).toBe("running");
}

it("sends everything that thousands of aircraft send, and counts it", async () => {
  const receiver = await receiverAt();
  const output = run({ kind: "tak", url: `tcp://127.0.0.1:${receiver.port}` });
  await isRunning(output);
  const names = Array.from({ length: 5000 }, (_, at) => `N${at}`);
  for (const name of names) output.take(aircraft(name));
  await expect.poll(() => output.status().sent, { timeout: 10_000 }).toBe(5000);
  expect(output.status()).toMatchObject({ dropped: 0, coalesced: 0, waiting: 0, last_error: null });
  await expect.poll(() => receiver.events().length).toBe(5000);
  expect(new Set(receiver.events().map((event) => uidOf(event).split(".")[1]))).toEqual(new Set(names));
});

it("reports why nothing can be sent, keeps the newest record, and sends it when the receiver is back", async () => {
  const receiver = await receiverAt();
  const output = run({ kind: "tak", url: `tcp://127.0.0.1:${receiver.port}` });
  await isRunning(output);
  output.take(aircraft("A"));
  await expect.poll(() => receiver.events().map(named)).toEqual(["A 00"]);
  await receiver.close();
  await expect.poll(() => output.status().last_error).toBe(`Nothing receives at 127.0.0.1, port ${receiver.port}.`);
  for (const second of [1, 2]) output.take(aircraft("A", second));
  output.take(aircraft("B", 3));
  expect(output.status()).toMatchObject({ dropped: 1, waiting: 2 });
  const again = await receiverAt(receiver.port);
  await expect.poll(() => again.events().map(named)).toEqual(["B 03", "A 02"]);
  await expect.poll(output.status).toMatchObject({ state: "running", sent: 3, dropped: 1, waiting: 0 });
});

it("sends an aircraft once in an interval, and counts what newer records stood in for", async () => {
  const receiver = await receiverAt();
  const output = run({ kind: "tak", url: `tcp://127.0.0.1:${receiver.port}` }, { intervalMs: HASTE * SECOND_MS });
  await isRunning(output);
  output.take(aircraft("A", 0));
  await expect.poll(() => output.status().sent).toBe(1);
  for (const second of [1, 2, 3]) output.take(aircraft("A", second));
  output.take(aircraft("B", 4));
  expect(output.status()).toMatchObject({ coalesced: 2, dropped: 0, waiting: 2 });
  await expect.poll(() => receiver.events().map(named)).toEqual(["A 00", "B 04"]);
});

it("does not send what is private by the time of its turn", async () => {
  const receiver = await receiverAt();
  let isReadable = false;
  const output = run({ kind: "tak", url: `tcp://127.0.0.1:${receiver.port}` }, { isReadable: () => isReadable });
  output.take(aircraft("A"));
  await isRunning(output);
  await expect.poll(() => output.status().waiting).toBe(0);
  isReadable = true;
  output.take(aircraft("B"));
  await expect.poll(() => receiver.events().map(named)).toEqual(["B 00"]);
});

it("is stopped within 3 s while its receiver accepts nothing", async () => {
  const receiver = await receiverAt();
  const output = run({ kind: "tak", url: `tcp://127.0.0.1:${receiver.port}` });
  await isRunning(output);
  for (const connection of receiver.connections) connection.pause();
  for (let at = 0; at < 20_000; at++) output.take(aircraft(`N${at}`));
  await expect.poll(() => output.status().sent).toBeGreaterThan(0);
  const startedMs = performance.now();
  await output.stop();
  expect(performance.now() - startedMs).toBeLessThan(3 * SECOND_MS);
  expect(output.status().state).toBe("stopped");
});

it("reports that the thread has failed, and starts another one", async () => {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  ends.push(async () => void socket.close());
  const folder = mkdtempSync(join(tmpdir(), "outputs-"));
  ends.push(async () => rmSync(folder, { recursive: true }));
  const entry = join(folder, "entry.ts");
  writeFileSync(entry, 'throw new Error("out of order")');
  const output = run({ kind: "tak", url: `udp://127.0.0.1:${socket.address().port}` }, { entry });
  output.take(aircraft("A"));
  await expect
    .poll(() => output.status().last_error)
    .toBe("The part of the station that sends has failed: out of order.");
  expect(output.status()).toMatchObject({ sent: 0, waiting: 1 });
  writeFileSync(entry, `import ${JSON.stringify(join(import.meta.dirname, "output.thread.ts"))};`);
  await isRunning(output);
  await expect.poll(output.status).toMatchObject({ sent: 1, waiting: 0 });
});
