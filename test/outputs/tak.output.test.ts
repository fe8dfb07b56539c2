import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
import { type OpensslServer, startOpensslServer } from "./openssl-server.fixture.ts";
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

const openssl = findReader("openssl", "version");
const xmllint = findReader("xmllint");
const SCHEMA = join(import.meta.dirname, "cot-event.xsd");

/** Has xmllint check each event with the schema; throws with what it complains about. */
function validate(events: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), "cot-"));
  try {
    const files = events.map((xml, at) => {
      const path = join(folder, `${at}.xml`);
      writeFileSync(path, xml);
      return path;
    });
    xmllint.read("--noout", "--schema", SCHEMA, ...files);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.skipIf(!openssl.isInstalled)("over TLS, to openssl", () => {
  const { ca, server, client, stranger } = makeCertificates();
  let tls: OpensslServer | undefined;
  afterEach(async () => {
    await supervisor?.close();
    await tls?.close();
    tls = undefined;
  });
  const connect = async (certificate?: string, host = "127.0.0.1") => {
    tls = await startOpensslServer(server, ca);
    return run({ url: `tls://${host}:${tls.port}`, ...(certificate === undefined ? {} : { certificate }) });
  };
  async function says(sentence: string): Promise<void> {
    await expect.poll(() => status().last_error).toBe(sentence);
  }

  it.skipIf(!xmllint.isInstalled)("shows its certificate, checks the server's, and sends valid events", async () => {
    const { output } = await connect([client.cert, client.key, ca].join("\n"));
    await isRunning();
    output.take(aircraft("A", 0, { operator: SAMPLE_OPERATOR_TELEMETRY }));
    output.take(aircraft("B", 1));
    await expect.poll(() => tls!.events().map(uidOf)).toEqual(["RID.B.uas", "RID.A.uas", "RID.A.operator"]);
    expect(tls!.printed()).toContain("subject=CN = client");
    expect(tls!.printed()).toContain("depth=0 CN = client\nverify return:1");
    validate(tls!.events());
    expect(status()).toMatchObject({ state: "running", sent: 2, last_error: null });
  });

  it("reports that the server requires a certificate where it has none", async () => {
    const { output } = await connect(ca);
    output.take(aircraft("A"));
    await says("127.0.0.1 asks for the certificate of a client, and this output has none.");
    expect(tls!.printed()).toContain("peer did not return a certificate");
    expect(tls!.events()).toEqual([]);
  });

  it("reports that the server does not accept its certificate, which another authority signed", async () => {
    const { output } = await connect([stranger.cert, stranger.key, ca].join("\n"));
    output.take(aircraft("A"));
    await says("127.0.0.1 does not accept the certificate of this output: it does not trust who signed it.");
    expect(tls!.printed()).toContain("CN = stranger");
    expect(tls!.events()).toEqual([]);
  });

  it("sends nothing to a server whose certificate it cannot trust", async () => {
    const { output } = await connect(undefined);
    output.take(aircraft("A"));
    await says("The certificate of 127.0.0.1 is signed by an authority that this output does not trust.");
    expect(tls!.events()).toEqual([]);
    expect(status()).toMatchObject({ sent: 0, waiting: 1 });
  });

  it("sends nothing to a server with the certificate of another name", async () => {
    const { output } = await connect([client.cert, client.key, ca].join("\n"), "localhost");
    output.take(aircraft("A"));
    await expect.poll(() => status().last_error).toMatch(/^The certificate of the server is not for localhost: /);
    expect(tls!.events()).toEqual([]);
  });
});

it.skipIf(!xmllint.isInstalled)("writes events that conform to the schema of Cursor on Target", () => {
  const takeOff = { ...SAMPLE_OPERATOR_TELEMETRY, source_type: "take_off" };
  const strange = { uasId: `<"&'>\0\u001b`, takeOff };
  const records = [sampleRecord({ takeOff }), sampleRecord(strange), sampleRecord({ uasId: null, operator: null })];
  const events = records.flatMap((record) => cotEvents(record, { staleSeconds: 10 })).map(({ xml }) => xml);
  expect(events).toHaveLength(7);
  validate(events);
  expect(() => validate(['<event version="2.0"/>'])).toThrow(/event/);
});
