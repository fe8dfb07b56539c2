import type { SetupResult } from "../../contracts/setup.ts";
import { waitFor } from "../device.wait.ts";
import type { MavlinkConversation } from "../mavlink/mavlink.conversation.ts";
import { paramSet, paramValueOf, statusTextOf } from "../mavlink/param.messages.ts";
import { findParameter } from "./parameters.ts";

/** A refusal arrives within milliseconds; a module that accepts it sends nothing, erases all and restarts. */
const REFUSAL_MS = 500;
const NAME = "TO_DEFAULTS";

/**
 * Erases all settings. The module sends no echo and restarts with its first rate; only reading all settings afterwards
 * proves it, so the result is at best `unproven`.
 */
export async function writeDefaults(conversation: MavlinkConversation): Promise<SetupResult> {
  const { device, onFrame, send } = conversation;
  const received: { text: string | null } = { text: null };
  const listening = waitFor<string>(device, REFUSAL_MS, (done) =>
    onFrame((frame) => {
      received.text = statusTextOf(frame) ?? received.text;
      if (paramValueOf(frame)?.name === NAME) done(received.text ?? "The module did not erase its settings.");
    }),
  );
  const [refusal] = await Promise.all([listening, send(paramSet(NAME, 1))]);
  if (refusal !== undefined) return { name: NAME, wanted: 1, read: 0, result: "refused", detail: refusal };
  await device.link.setBaudRate(findParameter("BAUDRATE")!.default!);
  return {
    name: NAME,
    wanted: 1,
    read: null,
    result: "unproven",
    detail: "The module erases its settings and restarts; reading them again proves it.",
  };
}
