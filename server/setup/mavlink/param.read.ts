import { requestReply, type MavlinkConversation } from "./mavlink.conversation.ts";
import { paramRequestRead, paramValueOf, type ParamValue } from "./param.messages.ts";

const MAX_ATTEMPTS = 3;
const ANSWER_MS = 300;

type ReadOptions = { readonly tries?: number; readonly answerMs?: number };

/** One parameter by its name or its index; undefined when the module does not respond. */
export async function readParam(
  conversation: MavlinkConversation,
  parameter: string | number,
  { tries = MAX_ATTEMPTS, answerMs = ANSWER_MS }: ReadOptions = {},
): Promise<ParamValue | undefined> {
  const key = typeof parameter === "string" ? "name" : "index";
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const answer = await requestReply(conversation, paramRequestRead(parameter), {
      timeoutMs: answerMs,
      accept: (frame) => {
        const value = paramValueOf(frame);
        return value?.[key] === parameter ? value : undefined;
      },
    });
    if (answer !== undefined) return answer;
  }
  return undefined;
}
