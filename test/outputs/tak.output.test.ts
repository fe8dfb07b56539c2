import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { OutputSettings } from "../../server/contracts/outputs.ts";
import { createManualTime, type ManualTime } from "../../server/ingest/manual-time.fixture.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { cotEvents } from "../../server/outputs/cot.ts";
import { SAMPLE_OPERATOR_TELEMETRY, SAMPLE_UA_TELEMETRY, sampleRecord } from "../../server/outputs/output.fixture.ts";
import type { OutputRecord } from "../../server/outputs/output.ts";
import { createOutputSupervisor, type OutputSupervisor } from "../../server/outputs/output.supervisor.ts";
import { takOutput, type TakSettings } from "../../server/outputs/tak.output.ts";
import { findReader } from "../export/reader.ts";
import { startReceiver, type TakReceiver, uidOf } from "./tak-receiver.fixture.ts";
import { makeCertificates } from "./tls.fixture.ts";

let supervisor: OutputSupervisor<OutputRecord> | undefined;
let receiver: TakReceiver | undefined;
afterEach(async () => {
  await supervisor?.close();
  await receiver?.close();
  supervisor = receiver = undefined;
});

/** Runs a TAK output as the station does; pauses between retries pass when the test says so. */
function run(input: object): { readonly output: OutputSupervisor<OutputRecord>; readonly time: ManualTime } {
  const settings = OutputSettings.parse({ kind: "tak", ...input }) as TakSettings;
  const time = createManualTime(Date.parse(SAMPLE_UA_TELEMETRY.timestamp));
  const output = createOutputSupervisor<OutputRecord>({ ...time, log: silentLog, random: () => 0 });
  supervisor = output;
  output.start({
    id: "tak",
    createRun: () => takOutput(settings),
    keyOf: ({ operationId }) => operationId,
    makeRecord: (record) => record,
  });
  return { output, time };
}

const status = () => supervisor!.status("tak");
async function stateIs(state: string): Promise<void> {
  await expect.poll(() => status().state).toBe(state);
}
const isRunning = () => stateIs("running");

/** The aircraft of this name at this second. */
function aircraft(name: string, second = 0, change: Partial<OutputRecord> = {}): OutputRecord {
  const timestamp = `2026-11-22T12:00:${String(second).padStart(2, "0")}.000Z`;
  const ua = { ...SAMPLE_UA_TELEMETRY, timestamp };
  return sampleRecord({ operationId: name, uasId: name, ua, operator: null, ...change });
}
const named = (event: string) => `${uidOf(event).split(".")[1]} ${/time="[^"]*:(\d\d)\.000Z"/.exec(event)?.[1]}`;

describe("over TCP", () => {
  it("sends an operator again only when it moved or is about to become stale", async () => {
    receiver = await startReceiver();
    const { output, time } = run({ url: `tcp://127.0.0.1:${receiver.port}` });
    await isRunning();
    const received = async (count: number) => {
      await expect.poll(() => receiver!.events().length).toBe(count);
      return receiver!
        .events()
        .slice(-2)
        .map((event) => uidOf(event).split(".").at(-1));
    };
    output.take(aircraft("A", 0, { operator: SAMPLE_OPERATOR_TELEMETRY }));
    expect(await received(2)).toEqual(["uas", "operator"]);
    await time.advance(4000);
    output.take(aircraft("A", 4, { operator: SAMPLE_OPERATOR_TELEMETRY }));
    expect(await received(3)).toEqual(["operator", "uas"]);
    await time.advance(1000);
    output.take(aircraft("A", 5, { operator: SAMPLE_OPERATOR_TELEMETRY }));
    expect(await received(5)).toEqual(["uas", "operator"]);
    const location = { ...SAMPLE_OPERATOR_TELEMETRY.location, latitude: 50.1 };
    output.take(aircraft("A", 6, { operator: { ...SAMPLE_OPERATOR_TELEMETRY, location } }));
    expect(await received(7)).toEqual(["uas", "operator"]);
    await expect.poll(status).toMatchObject({ sent: 4, dropped: 0, waiting: 0, last_error: null });
  });

  it("keeps the newest of each aircraft while its receiver is away, and sends the newest first when it is back", async () => {
    receiver = await startReceiver();
    const { port } = receiver;
    const { output, time } = run({ url: `tcp://127.0.0.1:${port}` });
    await isRunning();
    output.take(aircraft("A"));
    await expect.poll(() => receiver!.events().map(named)).toEqual(["A 00"]);
    await receiver.close();
    receiver = undefined;
    await stateIs("waiting");
    expect(status().last_error).toBe("The receiver closed the connection.");
    for (const second of [1, 2, 3]) output.take(aircraft("A", second));
    for (const second of [4, 5]) output.take(aircraft("B", second));
    output.take(aircraft("C", 6));
    output.take(aircraft("A", 7));
    expect(status()).toMatchObject({ sent: 1, dropped: 4, waiting: 3 });
    await time.advance(1000);
    await expect.poll(() => status().last_error).toBe(`Nothing receives at 127.0.0.1, port ${port}.`);
    await stateIs("waiting");
    receiver = await startReceiver(port);
    await time.advance(2000);
    await expect.poll(() => receiver!.events().map(named)).toEqual(["A 07", "C 06", "B 05"]);
    await expect.poll(() => status()).toMatchObject({ state: "running", sent: 4, dropped: 4, waiting: 0 });
    expect(time.delays.filter((delay) => delay !== 5000)).toEqual([1000, 2000]);
  });
});

describe("over UDP", () => {
  it.each([
    ["one address", "127.0.0.1"],
    ["a multicast group", "239.2.3.1"],
  ])("sends each event as a datagram to %s", async (_, host) => {
    const socket = createSocket({ type: "udp4", reuseAddr: true });
    const datagrams: string[] = [];
    socket.on("message", (datagram) => datagrams.push(datagram.toString()));
    socket.bind(0, host === "127.0.0.1" ? host : undefined);
    await once(socket, "listening");
    if (host !== "127.0.0.1") socket.addMembership(host, "127.0.0.1");
    try {
      const { output } = run({ url: `udp://${host}:${socket.address().port}`, interface: "127.0.0.1" });
      await isRunning();
      output.take(aircraft("A", 1, { operator: SAMPLE_OPERATOR_TELEMETRY }));
      await expect.poll(() => datagrams.map(uidOf)).toEqual(["RID.A.uas", "RID.A.operator"]);
    } finally {
      socket.close();
    }
  });
});

describe.skipIf(!findReader("openssl", "version").isInstalled)("over TLS", () => {
  const { ca, server, client } = makeCertificates();
  const start = (options: TlsOptions = {}) =>
    startReceiver(0, (onConnection): Server =>
      createTlsServer({ ...server, ca, requestCert: true, rejectUnauthorized: true, ...options }, onConnection).on(
        "tlsClientError",
        () => undefined,
      ),
    );

  it("shows the client's certificate and checks the server's, all of it from one PEM", async () => {
    receiver = await start();
    const certificate = [client.cert, client.key, ca].join("\n");
    const { output } = run({ url: `tls://127.0.0.1:${receiver.port}`, certificate });
    await isRunning();
    output.take(aircraft("A"));
    await expect.poll(() => receiver!.events().map(named)).toEqual(["A 00"]);
    expect([...receiver.connections]).toEqual([expect.any(Socket)]);
  });

  it("says that the server does not accept a client without a certificate", async () => {
    receiver = await start();
    run({ url: `tls://127.0.0.1:${receiver.port}`, certificate: ca });
    await expect.poll(() => status().last_error).toMatch(/refused the connection over TLS|closed the connection/);
    expect(receiver.events()).toEqual([]);
  });

  it("sends nothing to a server whose authority it does not trust", async () => {
    receiver = await start({ requestCert: false });
    const { output } = run({ url: `tls://127.0.0.1:${receiver.port}` });
    output.take(aircraft("A"));
    await expect
      .poll(() => status().last_error)
      .toBe("The certificate of 127.0.0.1 is signed by an authority that this output does not trust.");
    expect(receiver.events()).toEqual([]);
    expect(status()).toMatchObject({ sent: 0, waiting: 1 });
  });
});

const xmllint = findReader("xmllint");
it.skipIf(!xmllint.isInstalled)("writes events that conform to the schema of Cursor on Target", () => {
  const folder = mkdtempSync(join(tmpdir(), "cot-"));
  const takeOff = { ...SAMPLE_OPERATOR_TELEMETRY, source_type: "take_off" };
  const strange = { uasId: `<"&'>\0\u001b`, takeOff };
  const records = [sampleRecord({ takeOff }), sampleRecord(strange), sampleRecord({ uasId: null, operator: null })];
  try {
    const files = records
      .flatMap((record) => cotEvents(record, { staleSeconds: 10 }))
      .map(({ xml }, at) => {
        const path = join(folder, `${at}.xml`);
        writeFileSync(path, xml);
        return path;
      });
    expect(files).toHaveLength(7);
    xmllint.read("--noout", "--schema", join(import.meta.dirname, "cot-event.xsd"), ...files);
    writeFileSync(files[0]!, '<event version="2.0"/>');
    expect(() => xmllint.read("--noout", "--schema", join(import.meta.dirname, "cot-event.xsd"), files[0]!)).toThrow();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
