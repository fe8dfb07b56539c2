import type { SetupResult } from "../../contracts/setup.ts";
import { waitFor } from "../device.wait.ts";
import type { MavlinkConversation } from "../mavlink/mavlink.conversation.ts";
import { isSameReal32, paramSet, paramValueOf, statusTextOf } from "../mavlink/param.messages.ts";
import { readParam } from "../mavlink/param.read.ts";

/** The module responds to a PARAM_SET within milliseconds. */
export const ECHO_MS = 1000;
export const MAX_ATTEMPTS = 3;

/** The module's message when LOCK_LEVEL is above 0. */
const LOCKED_TEXT = /^Parameters locked/;

export type Echo =
  /** The module reports the value that was sent. */
  | { readonly kind: "equal"; readonly value: number }
  /** It reports another value, perhaps with the reason. */
  | { readonly kind: "other"; readonly value: number; readonly text: string | null }
  | { readonly kind: "none"; readonly text: string | null };

/**
 * Sends a value once. If the module reports the wanted value within the time, that counts, otherwise the last reported
 * one.
 */
export async function setParam(conversation: MavlinkConversation, name: string, to: number): Promise<Echo> {
  const { device, onFrame, send } = conversation;
  const received: { other: number | null; text: string | null } = { other: null, text: null };
  const listening = waitFor<Echo>(device, ECHO_MS, (done) =>
    onFrame((frame) => {
      const status = statusTextOf(frame);
      if (status !== undefined && LOCKED_TEXT.test(status)) received.text = status;
      const param = paramValueOf(frame);
      if (param?.name !== name) return;
      if (isSameReal32(param.value, to)) done({ kind: "equal", value: param.value });
      else if (received.text !== null) done({ kind: "other", value: param.value, text: received.text });
      // This may be a late response to an earlier request: the echo may still arrive.
      else received.other = param.value;
    }),
  );
  const [echo] = await Promise.all([listening, send(paramSet(name, to))]);
  if (echo !== undefined) return echo;
  const { other, text } = received;
  return other === null ? { kind: "none", text } : { kind: "other", value: other, text };
}

/**
 * Writes a parameter with at most three attempts; the module's echo proves it. Undefined when the module does not
 * respond any more: sending further values is useless then.
 */
export async function writeParam(
  conversation: MavlinkConversation,
  name: string,
  to: number,
): Promise<SetupResult | undefined> {
  let other: number | null = null;
  let text: string | null = null;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const echo = await setParam(conversation, name, to);
    if (echo.kind === "equal") return resultOf(name, to, { result: "verified", read: echo.value });
    if (echo.kind === "other") other = echo.value;
    text = echo.text ?? text;
    if (echo.kind === "other" && echo.text !== null) break;
  }
  const read = await readParam(conversation, name);
  if (read === undefined && other === null && text === null) return undefined;
  return judgeRead(name, to, read?.value ?? other, text);
}

/** The result of a change, from the value that the module reports on request. */
export function judgeRead(name: string, to: number, read: number | null, text: string | null = null): SetupResult {
  if (read === null) {
    return resultOf(name, to, { result: "unproven", read, detail: text ?? "The module did not confirm it." });
  }
  if (isSameReal32(read, to)) return resultOf(name, to, { result: "verified", read });
  return resultOf(name, to, { result: "refused", read, detail: text ?? `The module reports ${read}.` });
}

function resultOf(
  name: string,
  wanted: number,
  { result, read, detail = null }: Pick<SetupResult, "result" | "read"> & { readonly detail?: string | null },
): SetupResult {
  return { name, wanted, read, result, detail };
}
