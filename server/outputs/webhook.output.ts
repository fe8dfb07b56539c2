import { createHash } from "node:crypto";
import type { OutputSettings } from "../contracts/outputs.ts";
import { isoFromMs, SECOND_MS } from "../kernel/clock.ts";
import { addressOfUrl } from "../kernel/unreachable.rules.ts";
import { networkFailure } from "./network.failure.ts";
import { OutputFailure } from "./output.failure.ts";
import type { OutputEvent, RunOutput } from "./output.ts";
import { signatureOf } from "./webhook.signature.ts";

export type WebhookSettings = Extract<OutputSettings, { readonly kind: "webhook" }>;

/** Longest wait for a response. */
const ANSWER_MS = 10 * SECOND_MS;
const GONE = 410;

/**
 * Posts live events, one at a time and the oldest first, each signed. An event counts as delivered with a response of
 * 200 to 299; after any other it is sent again. A redirect is not followed: only the address that an administrator
 * entered is called.
 */
export function webhookOutput(settings: WebhookSettings, answerMs = ANSWER_MS): RunOutput<unknown> {
  return async ({ signal, clock, connected, nextEvent, sent }) => {
    for (;;) {
      const coming = nextEvent();
      // While no event waits to be delivered, there is no sign that the receiver is unreachable.
      if (await isQuiet(coming)) connected();
      const event = await coming;
      await deliver(event, settings, clock.now(), AbortSignal.any([signal, AbortSignal.timeout(answerMs)]));
      connected();
      sent();
    }
  };
}

/** Whether no event waits: a waiting one arrives before the next turn of the event loop. */
function isQuiet(coming: Promise<OutputEvent>): Promise<boolean> {
  const isThere = coming.then(() => false);
  return Promise.race([isThere, new Promise<boolean>((resolve) => void setImmediate(resolve, true))]);
}

async function deliver(event: OutputEvent, settings: WebhookSettings, nowMs: number, signal: AbortSignal) {
  const body = JSON.stringify({ event: event.name, time: isoFromMs(event.atMs), data: event.payload });
  const { status } = await post(body, settings, nowMs, signal);
  if (status >= 200 && status < 300) return;
  if (status === GONE) {
    throw new OutputFailure("The receiver answered that it is gone (410): the output was switched off.", {
      isFinal: true,
    });
  }
  if (status >= 300 && status < 400) {
    throw new OutputFailure(`The receiver answers with a redirect (${status}), which is not followed.`);
  }
  throw new OutputFailure(`The receiver answers with ${status}.`);
}

async function post(body: string, settings: WebhookSettings, nowMs: number, signal: AbortSignal): Promise<Response> {
  try {
    const response = await fetch(settings.url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        "user-agent": "Fieldstation",
        "x-station-delivery": createHash("sha256").update(body).digest("hex").slice(0, 32),
        "x-station-signature": signatureOf(settings.secret ?? "", body, nowMs),
      },
      body,
      signal,
    });
    await response.body?.cancel();
    return response;
  } catch (error) {
    throw failureOf(error, settings);
  }
}

function failureOf(error: unknown, { url }: WebhookSettings): OutputFailure {
  const address = new URL(url);
  if (error instanceof Error && error.name === "TimeoutError")
    return new OutputFailure(`${address.host} does not answer.`);
  // `fetch` rejects with "fetch failed" and has the reason in its cause.
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return networkFailure(cause, addressOfUrl(address));
}
