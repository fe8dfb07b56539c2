import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { connectAsync, type MqttClient } from "mqtt";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { mqttOutput, type MqttSettings } from "../../server/outputs/mqtt.output.ts";
import { mqttTopic } from "../../server/outputs/mqtt.payload.ts";
import { type Broker, type BrokerOptions, hasMosquitto, startBroker } from "../support/mosquitto.ts";
import { recordOf, runningOutput } from "./running-output.fixture.ts";

const ACCOUNT = { username: "van", password: "correct horse" } as const;

type Message = { readonly topic: string; readonly body: unknown };
let ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  ends = [];
});

async function useBroker(tls?: BrokerOptions["tls"]): Promise<Broker> {
  const broker = await startBroker({ users: { [ACCOUNT.username]: ACCOUNT.password }, tls });
  ends.push(broker.remove);
  return broker;
}

const settingsOf = (port: number, rest: Partial<MqttSettings> = {}): MqttSettings => ({
  kind: "mqtt",
  url: `mqtt://127.0.0.1:${port}`,
  topic: "rid/{uas_id}",
  ...ACCOUNT,
  qos: 1,
  ...rest,
});

function start(settings: MqttSettings) {
  const output = runningOutput(mqttOutput(settings));
  ends.push(output.stop);
  return output;
}

/** Everything that is published at a broker, from now on. */
async function subscribe(port: number): Promise<Message[]> {
  const client: MqttClient = await connectAsync(`mqtt://127.0.0.1:${port}`, { ...ACCOUNT, protocolVersion: 4 });
  ends.push(() => client.endAsync(true));
  const received: Message[] = [];
  client.on("message", (topic, body) => {
    received.push({ topic, body: JSON.parse(String(body)) });
  });
  await client.subscribeAsync("#", { qos: 2 });
  return received;
}

describe.skipIf(!hasMosquitto)("MQTT (mosquitto)", () => {
  it.each([0, 1, 2] as const)("gets the live record with the identifier of its aircraft, delivery %i", async (qos) => {
    const broker = await useBroker();
    const received = await subscribe(broker.port);
    const output = start(settingsOf(broker.port, { qos }));
    const records = Array.from({ length: 250 }, (_, n) => recordOf(`1596F${n}`, { altitudeAtoMm: n * 1000 }));
    output.take(...records, recordOf(null));
    await expect.poll(() => received.length).toBe(251);
    expect(received.find(({ topic }) => topic === "rid/1596F7")).toEqual({
      topic: "rid/1596F7",
      body: { ...records[7]!.ua, uas_id: "1596F7" },
    });
    expect(received.find(({ topic }) => topic === "rid/unknown")?.body).toMatchObject({ uas_id: null });
    await expect.poll(output.status).toMatchObject({ state: "running", sent: 251, dropped: 0, waiting: 0 });
    // What is retained would come first.
    const later = await subscribe(broker.port);
    output.take(recordOf("later"));
    await expect.poll(() => later[0]?.topic).toBe("rid/later");
  });

  it("that was stopped and started again gets the newest record of each aircraft; the others are counted", async () => {
    const broker = await useBroker();
    const output = start(settingsOf(broker.port));
    await expect.poll(output.status).toMatchObject({ state: "running" });
    await broker.stop();
    await expect.poll(output.status).toMatchObject({
      state: "waiting",
      last_error: expect.stringMatching(/closed the connection|Nothing receives/),
    });
    for (let n = 0; n < 10; n += 1) output.take(recordOf("A", { altitudeAtoMm: n * 1000 }), recordOf("B"));
    expect(output.status()).toMatchObject({ waiting: 2, dropped: 18, sent: 0 });
    await broker.start();
    const received = await subscribe(broker.port);
    output.take(recordOf("A", { altitudeAtoMm: 99_000 }), recordOf("B"));
    await expect
      .poll(() => received.map(({ topic }) => topic).toSorted())
      .toEqual(expect.arrayContaining(["rid/A", "rid/B"]));
    const last = received.findLast(({ topic }) => topic === "rid/A")?.body;
    expect(last).toMatchObject({ altitudes: [{ type: "ATO", value: 99 }] });
    await expect.poll(output.status).toMatchObject({ state: "running", waiting: 0 });
  });

  it("refuses wrong credentials in a sentence", async () => {
    const broker = await useBroker();
    for (const wrong of [{ password: "wrong" }, { username: null, password: null }]) {
      const output = start(settingsOf(broker.port, wrong));
      const last_error = "The broker refuses the user name or the password.";
      await expect.poll(output.status).toMatchObject({ state: "waiting", last_error });
    }
  });

  it("over TLS is only used with a certificate of a trusted authority", async () => {
    const folder = mkdtempSync(join(tmpdir(), "broker-tls-"));
    ends.push(async () => rmSync(folder, { recursive: true }));
    const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
    execFileSync("openssl", [...made, ...names, "-keyout", key, "-out", cert], { stdio: "ignore" });
    const broker = await useBroker({ cert, key });
    const settings = settingsOf(broker.port, { url: `mqtts://localhost:${broker.port}` });
    const refused = start(settings);
    await expect.poll(refused.status).toMatchObject({
      state: "waiting",
      last_error: "The certificate of localhost is signed by an authority that this output does not trust.",
    });
    const before = getCACertificates("default");
    onTestFinished(() => setDefaultCACertificates(before));
    setDefaultCACertificates([...before, readFileSync(cert, "utf8")]);
    await expect.poll(start(settings).status).toMatchObject({ state: "running" });
  });
});

describe("a broker that only supports MQTT 3.1.1", () => {
  /** Takes connections as such a broker does (MQTT 3.1.1, 3.1.4): it refuses another version, or just hangs up. */
  async function oldBroker(refusal: Uint8Array | undefined) {
    const versions: number[] = [];
    const server = createServer((socket: Socket) => {
      socket.on("error", () => socket.destroy());
      socket.once("data", (connectPacket) => {
        const version = connectPacket[8]!;
        versions.push(version);
        if (version === 4) socket.write(Uint8Array.of(0x20, 2, 0, 0));
        else if (refusal === undefined) socket.destroy();
        else socket.end(refusal);
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    ends.push(async () => server.close());
    return { versions, port: (server.address() as { port: number }).port };
  }

  it.each([
    ["refuses version 5", Uint8Array.of(0x20, 2, 0, 1)],
    ["hangs up at version 5", undefined],
  ])("is used with that: it %s", async (_, refusal) => {
    const { versions, port } = await oldBroker(refusal);
    await expect.poll(start(settingsOf(port)).status).toMatchObject({ state: "running" });
    expect(versions).toEqual([5, 4]);
  });
});

it("reports that nothing listens", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  const last_error = `Nothing receives at 127.0.0.1, port ${port}.`;
  await expect.poll(start(settingsOf(port)).status).toMatchObject({ state: "waiting", last_error });
});

it("puts no separator or wildcard of an identifier into a topic", () => {
  expect(mqttTopic("a/{uas_id}/b/{uas_id}", "X/+#$&")).toBe("a/X___$&/b/X___$&");
  expect(mqttTopic("plain", "X")).toBe("plain");
});
