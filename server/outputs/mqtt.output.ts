import type { MqttClient } from "mqtt";
import { randomBytes } from "node:crypto";
import type { OutputSettings } from "../contracts/outputs.ts";
import { SECOND_MS } from "../kernel/clock.ts";
import { addressOfUrl } from "../kernel/unreachable.rules.ts";
import { mqttPayload, mqttTopic } from "./mqtt.payload.ts";
import { networkFailure } from "./network.failure.ts";
import { errorMessageOf, OutputFailure } from "./output.failure.ts";
import type { RecordContext, SendRecords } from "./output.ts";

export type MqttSettings = Extract<OutputSettings, { readonly kind: "mqtt" }>;

/** The version numbers of MQTT: 5, and 4 (3.1.1) for brokers that do not support 5. */
type Version = 5 | 4;
type Broker = {
  readonly client: MqttClient;
  readonly version: Version;
  /** The most messages that are published and not yet acknowledged. */
  readonly maxUnacknowledged: number;
};

const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
const MAX_UNACKNOWLEDGED = 100;

const UNACCEPTABLE_VERSION: ReadonlySet<number> = new Set([1, 132]);
const WRONG_CREDENTIALS: ReadonlySet<number> = new Set([4, 5, 134, 135]);

/** Publishes each record, not retained: otherwise the broker would keep an aircraft that has landed. */
export function mqttOutput(settings: MqttSettings): SendRecords {
  return async (context) => {
    const broker = await openBroker(settings, context.signal);
    const broken = new AbortController();
    const { client } = broker;
    // A broker that acknowledges nothing must not delay the end of the output.
    context.signal.addEventListener("abort", () => broken.abort(context.signal.reason), { once: true });
    client.on("error", (error) => broken.abort(failureOf(error, settings)));
    client.on("close", () => broken.abort(new OutputFailure("The broker closed the connection.")));
    try {
      context.signal.throwIfAborted();
      if (!client.connected) throw new OutputFailure("The broker closed the connection.");
      context.connected();
      await publishAll(broker, settings, context, broken);
    } finally {
      await client.endAsync(true);
    }
  };
}

async function publishAll(
  { client, version, maxUnacknowledged }: Broker,
  { topic, qos }: MqttSettings,
  { next, sent }: RecordContext,
  broken: AbortController,
): Promise<never> {
  const properties = { contentType: "application/json", payloadFormatIndicator: true };
  const options = version === 5 ? { qos, properties } : { qos };
  const window = createWindow(maxUnacknowledged, sent, broken.signal);
  for (;;) {
    await window.room();
    const record = await next(broken.signal);
    const acknowledge = window.open();
    const recordTopic = mqttTopic(topic, record.uasId);
    client.publish(recordTopic, mqttPayload(record), options, (error) => {
      if (error === undefined || error === null) acknowledge();
      else broken.abort(new OutputFailure(`Publishing on ${recordTopic} failed: ${errorMessageOf(error)}`));
    });
  }
}

/** Counts acknowledgements in the order of the messages, because `sent` requires that order. */
function createWindow(max: number, sent: RecordContext["sent"], broken: AbortSignal) {
  const open: { isAcknowledged: boolean }[] = [];
  let wake: (() => void) | undefined;
  return {
    /** Resolves when another one may be published; rejects when the connection is broken. */
    async room(): Promise<void> {
      while (open.length >= max) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        broken.addEventListener("abort", resolve as () => void, { once: true });
        await promise;
        broken.removeEventListener("abort", resolve as () => void);
        broken.throwIfAborted();
      }
    },
    open(): () => void {
      const one = { isAcknowledged: false };
      open.push(one);
      return () => {
        one.isAcknowledged = true;
        let count = 0;
        while (open[count]?.isAcknowledged === true) count += 1;
        open.splice(0, count);
        if (count > 0) sent(count);
        wake?.();
      };
    },
  };
}

async function openBroker(settings: MqttSettings, signal: AbortSignal): Promise<Broker> {
  const newest = await connectTo(settings, 5, signal);
  if (newest !== "not_spoken") return newest;
  const older = await connectTo(settings, 4, signal);
  if (older === "not_spoken") throw new OutputFailure(`What answers at ${settings.url} is no MQTT broker.`);
  return older;
}

/** A connection, or `not_spoken` if the broker does not support this version. */
async function connectTo(
  settings: MqttSettings,
  version: Version,
  signal: AbortSignal,
): Promise<Broker | "not_spoken"> {
  signal.throwIfAborted();
  // Loaded when it is needed: most stations have no such output.
  const { connect } = await import("mqtt");
  const client = connect(settings.url, {
    protocolVersion: version,
    clientId: `fieldstation-${randomBytes(4).toString("hex")}`,
    ...(settings.username === null ? {} : { username: settings.username }),
    ...(settings.password === null || settings.password === undefined ? {} : { password: settings.password }),
    reconnectPeriod: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
  });
  const opened = Promise.withResolvers<Broker | "not_spoken">();
  const stop = () => opened.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  client.once("connect", ({ properties }) => {
    const maxUnacknowledged = Math.min(MAX_UNACKNOWLEDGED, properties?.receiveMaximum ?? MAX_UNACKNOWLEDGED);
    opened.resolve({ client, version, maxUnacknowledged });
  });
  client.on("error", (error) => {
    if (isRefusedFor(error, UNACCEPTABLE_VERSION)) opened.resolve("not_spoken");
    else opened.reject(failureOf(error, settings));
  });
  // A broker that does not support a version may also close the connection without a response.
  client.once("close", () => opened.resolve("not_spoken"));
  try {
    const outcome = await opened.promise;
    if (outcome === "not_spoken") client.end(true);
    return outcome;
  } catch (error) {
    client.end(true);
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function isRefusedFor(error: unknown, codes: ReadonlySet<number>): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "number" && codes.has(error.code);
}

function failureOf(error: unknown, settings: MqttSettings): OutputFailure {
  if (!isRefusedFor(error, WRONG_CREDENTIALS)) return networkFailure(error, addressOfUrl(new URL(settings.url)));
  return new OutputFailure("The broker refuses the user name or the password.", { isPersistent: true, cause: error });
}
