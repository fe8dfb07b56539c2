import type { MavlinkConversation } from "../mavlink/mavlink.conversation.ts";
import { readParam } from "../mavlink/param.read.ts";
import { MODULE_BAUD_RATES } from "./parameters.ts";

const ANSWER_MS = 300;

/**
 * Finds the rate at which the module responds: the present rate of the port, then the one in its settings, then the
 * usual ones. Leaves the port at that rate; false when it responds at none.
 */
export async function findBaudRate(conversation: MavlinkConversation, expected: number | undefined): Promise<boolean> {
  const readLockLevel = () => readParam(conversation, "LOCK_LEVEL", { tries: 1, answerMs: ANSWER_MS });
  if ((await readLockLevel()) !== undefined) return true;
  const rates = new Set([...(expected === undefined ? [] : [expected]), ...MODULE_BAUD_RATES]);
  for (const rate of rates) {
    await conversation.device.link.setBaudRate(rate);
    if ((await readLockLevel()) !== undefined) return true;
  }
  return false;
}
