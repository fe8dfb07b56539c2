import type { IClientOptions, MqttClient } from "mqtt";
import type { MqttSettings } from "../../contracts/receiver-settings.ts";
import type { z } from "zod";
import { SECOND_MS } from "../../kernel/clock.ts";
import { addressOfUrl, unreachableReason } from "../../kernel/unreachable.rules.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import { batchPerTick } from "../batch-per-tick.ts";
import { decodeMqttText, withoutUndated } from "../codecs/mqtt.decode.ts";
import { DECODED_PER_SLICE, type Decoded } from "../decoded.ts";
import { untilAborted } from "../until-aborted.ts";
import { SourceFailure, systemErrorCode } from "../source.failure.ts";
import type { SourceContext, SourceRun } from "../source.ts";

export type MqttSourceSettings = z.output<typeof MqttSettings>;

/** The text of a payload that may be compressed (gzip, .xz, .lzma); `why` completes a sentence about the payload. */
export type ReadPayload = (
  payload: Buffer,
) => Promise<{ readonly kind: "text"; readonly text: string } | { readonly kind: "unreadable"; readonly why: string }>;

export type MqttSourceDeps = { readonly readPayload: ReadPayload };

const CONNECT_MS = 10 * SECOND_MS;
const KEEP_ALIVE_S = 30;
/** A subscription that the broker refuses (MQTT 3.1.1, 3.9.3). */
const REFUSED_SUBSCRIPTION = 128;
/**
 * Connections that the broker refuses because of the credentials (MQTT 3.1.1, 3.2.2.3 and MQTT 5): a retry changes
 * nothing.
 */
const NOT_LET_IN: ReadonlySet<unknown> = new Set([4, 5, 134, 135]);

/**
 * Subscribes to a topic of an MQTT broker. Several receivers may publish to it; each detection contains its receiver.
 * Rejects with one sentence when the broker cannot be reached, refuses, or disconnects: the supervisor tries again.
 */
export function mqttSource(settings: MqttSourceSettings, deps: MqttSourceDeps): SourceRun {
  return async (context) => {
    const { connect } = await import("mqtt");
    if (context.signal.aborted) return;
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => undefined);
    const client = connect(settings.url, optionsOf(settings));
    client.on("error", (error) => failed.reject(failureOf(error, settings)));
    client.on("close", () => failed.reject(new SourceFailure(`The connection with ${placeOf(settings)} was lost.`)));
    receiveMessages(client, settings, { context, readPayload: deps.readPayload });
    client.on("connect", () => void subscribe(client, settings).then(context.running, failed.reject));
    try {
      await Promise.race([untilAborted(context.signal), failed.promise]);
    } finally {
      await client.endAsync(true);
    }
  };
}

function optionsOf({ username, password }: MqttSourceSettings): IClientOptions {
  return {
    // The supervisor of sources tries again, with growing pauses.
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    keepalive: KEEP_ALIVE_S,
    // Messages that the broker kept for an absent client may have no time of their own, and would seem to be new.
    clean: true,
    ...(username === undefined || username === "" ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
}

async function subscribe(client: MqttClient, settings: MqttSourceSettings): Promise<void> {
  const refusal = new SourceFailure(`${placeOf(settings)} does not let this user read the topic ${settings.topic}.`, {
    isPersistent: true,
  });
  const grants = await client.subscribeAsync(settings.topic, { qos: 1 }).catch((cause: unknown) => {
    throw client.connected
      ? refusal
      : new SourceFailure(`The connection with ${placeOf(settings)} was lost.`, { cause });
  });
  if (grants.some(({ qos }) => qos >= REFUSED_SUBSCRIPTION)) throw refusal;
}

/** Decodes message after message; while one is being decoded the broker waits, so that their order stays. */
function receiveMessages(
  client: MqttClient,
  { shape }: MqttSourceSettings,
  { context, readPayload }: { readonly context: SourceContext; readonly readPayload: ReadPayload },
): void {
  const collect = batchPerTick((decoded) => void context.take(decoded));
  client.handleMessage = ({ payload, retain }, done) => {
    const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
    context.keepRaw?.(bytes);
    const take = (decoded: readonly Decoded[]) => collect(retain ? withoutUndated(decoded) : decoded);
    decodePayload(bytes, { shape, readPayload, take }).then(
      () => done(),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  };
}

async function decodePayload(
  payload: Buffer,
  {
    shape,
    readPayload,
    take,
  }: {
    readonly shape: MqttSourceSettings["shape"];
    readonly readPayload: ReadPayload;
    readonly take: (decoded: readonly Decoded[]) => void;
  },
): Promise<void> {
  const read = await readPayload(payload);
  if (read.kind === "unreadable") {
    return take([{ kind: "refused", reason: "malformed_json", detail: `a message that ${read.why}` }]);
  }
  let objects = 0;
  for (const decoded of decodeMqttText(read.text, shape)) {
    take(decoded);
    if (++objects % DECODED_PER_SLICE === 0) await yieldToEventLoop();
  }
}

function placeOf({ url }: MqttSourceSettings): string {
  return `the broker ${URL.parse(url)?.host ?? url}`;
}

function failureOf(error: unknown, settings: MqttSourceSettings): SourceFailure {
  const place = placeOf(settings);
  if (error instanceof SourceFailure) return error;
  if (typeof error === "object" && error !== null && "code" in error && NOT_LET_IN.has(error.code)) {
    return new SourceFailure(`${capital(place)} does not accept the user name or password.`, {
      isPersistent: true,
      cause: error,
    });
  }
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: "nothing answers there",
    ENOTFOUND: "its name is not known",
    EAI_AGAIN: "its name cannot be looked up",
    ETIMEDOUT: "it does not answer",
    EHOSTUNREACH: "there is no way to it",
    ENETUNREACH: "there is no network",
  };
  const code = systemErrorCode(error) ?? "";
  const reason = reasons[code] ?? unreachableReason(error, addressOfUrl(new URL(settings.url)));
  return new SourceFailure(`${capital(place)} cannot be reached: ${reason}.`, { cause: error });
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
