import * as fc from "fast-check";
import { gzipSync } from "node:zlib";
import { lzma, xz } from "@napi-rs/lzma";
import { connectAsync, type MqttClient } from "mqtt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readPayload } from "../../../server/app/recording/read-payload.ts";
import { MQTT_SHAPES, MqttSettings } from "../../../server/contracts/receiver-settings.ts";
import { decodeMqttText } from "../../../server/ingest/codecs/mqtt.decode.ts";
import { odidStruct } from "../../../server/ingest/codecs/odid.struct.fixture.ts";
import { mqttSource } from "../../../server/ingest/sources/mqtt.source.ts";
import { type Broker, hasMosquitto, startBroker } from "../../support/mosquitto.ts";
import { listenTo, type Listening } from "./listening.fixture.ts";

const CAPTURED_MS = 1_735_677_508_366;

const dronescout = (sensor: string, changes: object = {}) =>
  JSON.stringify({
    protocol: 1.0,
    data: {
      "sensor ID": sensor,
      RSSI: -72,
      channel: 6,
      timestamp: CAPTURED_MS,
      "MAC address": "7E:60:B8:80:BE:E4",
      type: "BLE long range",
      UASdata: Buffer.from(odidStruct()).toString("base64"),
      ...changes,
    },
  });

const scout = {
  sn: "SCOUT-0042",
  tech: "WiFi Beacon",
  rssi: -62,
  odid: { BasicID: [{ UASID: "1596F351901936310360", IDType: 1 }], Location: { Latitude: 50.1, Longitude: 14.4 } },
};

describe("a payload over MQTT", () => {
  it("never throws, whatever its bytes are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.json().map(Buffer.from), fc.constant(lzmaOfNothing())),
        fc.constantFrom(...MQTT_SHAPES),
        async (bytes, shape) => {
          const read = await readPayload(Buffer.from(bytes));
          if (read.kind === "text") for (const one of decodeMqttText(read.text, shape)) expect(one).toBeDefined();
        },
      ),
      { numRuns: 200 },
    );
  });

  it("of a DroneScout has to be in its format", () => {
    const [decoded] = [...decodeMqttText(JSON.stringify(scout), "dronescout")];
    expect(decoded).toMatchObject([{ kind: "refused", reason: "missing_field", field: "data" }]);
  });
});

/** The beginning of an .lzma file and nothing behind it. */
function lzmaOfNothing(): Buffer {
  return Buffer.from([0x5d, 0, 0, 0x80, 0, ...Array<number>(8).fill(0xff), 0, 0, 0]);
}

describe.skipIf(!hasMosquitto)("the source of an MQTT broker", () => {
  let broker: Broker;
  let listening: Listening | undefined;
  const senders: MqttClient[] = [];

  beforeEach(async () => {
    broker = await startBroker({ users: { roof: "secret", sender: "sent" } });
  });
  afterEach(async () => {
    await listening?.stop();
    await Promise.all(senders.splice(0).map((sender) => sender.endAsync(true)));
    await broker.remove();
  });

  function listen(changes: object = {}): Listening {
    const settings = MqttSettings.parse({
      kind: "mqtt",
      url: broker.url,
      topic: "rid/+",
      shape: "dronescout",
      username: "roof",
      password: "secret",
      ...changes,
    });
    listening = listenTo(settings, mqttSource(settings, { readPayload }));
    listening.start();
    return listening;
  }

  async function connectSender(): Promise<MqttClient> {
    const sender = await connectAsync(broker.url, { username: "sender", password: "sent", reconnectPeriod: 0 });
    sender.on("error", () => undefined);
    senders.push(sender);
    return sender;
  }

  it("receives detections of several sensors, compressed or not, in order and with their capture time", async () => {
    const { received, until, untilState, status } = listen();
    await untilState("running");
    const sender = await connectSender();
    const payloads = [
      Buffer.from(`${dronescout("roof-1")}\0`),
      await lzma.compress(Buffer.from(`${dronescout("roof-2")}${dronescout("roof-1")}\0`)),
      await xz.compress(Buffer.from(dronescout("roof-3"))),
      gzipSync(dronescout("roof-4")),
      Buffer.from("{ not json"),
      Buffer.from(dronescout("roof-5", { UASdata: "AAAA" })),
    ];
    for (const payload of payloads) await sender.publishAsync("rid/ds230", payload, { qos: 1 });
    await until(() => Object.keys(status().refused).length === 2);
    expect(received).toMatchObject(
      ["roof-1", "roof-2", "roof-1", "roof-3", "roof-4"].map((sensorId) => ({
        kind: "frame",
        sensorId,
        observedAtMs: CAPTURED_MS,
        transmitter: { kind: "mac", address: "7e:60:b8:80:be:e4" },
        technology: "bluetooth_long_range",
        rssiDbm: -72,
        messages: [
          { type: "basic_id", uasId: "1596F351901936310360" },
          { type: "location", secondsAfterHour: 1800.5 },
          { type: "self_id" },
          { type: "system" },
          { type: "operator_id" },
        ],
      })),
    );
    expect(status().refused).toEqual({ malformed_json: 1, "value_out_of_range: data.UASdata": 1 });
  });

  it("does not take what a broker kept without its time for new", async () => {
    const sender = await connectSender();
    await sender.publishAsync("rid/scout", JSON.stringify(scout), { retain: true, qos: 1 });
    const { received, until, untilState, status } = listen({ shape: "scout" });
    await untilState("running");
    await until(() => status().refused["implausible_time"] === 1);
    await sender.publishAsync("rid/scout", JSON.stringify(scout), { qos: 1 });
    await until(() => received.length === 1);
    expect(received).toMatchObject([{ kind: "frame", sensorId: "SCOUT-0042", observedAtMs: null }]);
  });

  it("comes back by itself when the broker was stopped and started again", async () => {
    const { received, until, untilState, status } = listen();
    await untilState("running");
    await broker.stop();
    await until(() => status().state !== "running" && status().last_error !== null);
    expect(status().last_error).toMatch(/^The (connection with the broker .* was lost|broker .* cannot be reached)/);
    await broker.start();
    await untilState("running");
    const sender = await connectSender();
    await sender.publishAsync("rid/ds230", dronescout("roof-1"), { qos: 1 });
    await until(() => received.length === 1);
  });

  it("reports that the broker does not accept the credentials, without the password", async () => {
    const { untilState, status } = listen({ password: "wrong-secret" });
    await untilState("waiting");
    expect(status().last_error).toMatch(/does not accept the user name or password/);
    expect(status().last_error).not.toContain("wrong-secret");
  });
});
