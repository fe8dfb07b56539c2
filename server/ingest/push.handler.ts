import type { sourceRoutes } from "../contracts/sources.ts";
import type { Handler } from "../kernel/handler.ts";
import { isTransientError } from "../storage/transient-error.ts";
import { yieldToEventLoop } from "../storage/sliced.ts";
import { decodeScoutObjects } from "./codecs/scout.json.ts";
import type { Decoded, Refusals } from "./decoded.ts";
import { DECODED_PER_SLICE } from "./decoded.ts";
import { SourceFailure } from "./source.failure.ts";
import type { PushInbox, Received } from "./sources/push.source.ts";

const RETRY_AFTER_S = "5";
/**
 * Far above the number of detections in ten megabytes; of empty objects that compress well it would be five million.
 */
const MAX_PUSHED_OBJECTS = 50_000;

/** HTTP push of SCOUT or another receiver: decodes it, passes it to the push source, and responds when it is on disk. */
export function createPushHandler(inbox: PushInbox): Handler<(typeof sourceRoutes)["pushScout"]> {
  return async ({ body, remoteAddress: sender }) => {
    const { decoded, objects } = await decodeInSlices(body);
    if (objects > MAX_PUSHED_OBJECTS) {
      const msg = `body: it has more than ${MAX_PUSHED_OBJECTS} objects; push it in parts.`;
      return { status: 400, body: { error: "too_many_objects", messages: [msg] } };
    }
    const unreadable = decoded.find((one) => one.kind === "refused" && one.reason === "malformed_json");
    if (objects === 0 || (decoded.length === 1 && unreadable?.kind === "refused")) {
      const detail = unreadable?.kind === "refused" ? unreadable.detail : "the body is empty";
      return { status: 400, body: { error: "malformed_body", messages: [`body: ${detail}`] } };
    }
    const refused = await deliver(inbox, decoded, { body, sender });
    if (refused === "overloaded") {
      return {
        status: 503,
        headers: { "Retry-After": RETRY_AFTER_S },
        body: { error: "overloaded", messages: ["More arrives than can be stored; push it again later."] },
      };
    }
    if (refused === undefined) {
      return {
        status: 503,
        body: { error: "push_disabled", messages: ["The HTTP push source of this station is switched off."] },
      };
    }
    return {
      status: 200,
      body: {
        frames: decoded.filter((one) => one.kind === "frame").length,
        sensors: decoded.filter((one) => one.kind === "sensor").length,
        refused: Object.fromEntries(refused),
      },
    };
  };
}

async function decodeInSlices(
  body: string,
): Promise<{ readonly decoded: readonly Decoded[]; readonly objects: number }> {
  const decoded: Decoded[] = [];
  let objects = 0;
  for (const some of decodeScoutObjects(body)) {
    decoded.push(...some);
    if (objects === MAX_PUSHED_OBJECTS) return { decoded: [], objects: objects + 1 };
    if (++objects % DECODED_PER_SLICE === 0) await yieldToEventLoop();
  }
  return { decoded, objects };
}

/** If the source is overloaded or the disk fails temporarily, the receiver should try again. */
async function deliver(
  inbox: PushInbox,
  decoded: readonly Decoded[],
  received: Received,
): Promise<Refusals | "overloaded" | undefined> {
  try {
    return await inbox.deliver(decoded, received);
  } catch (error) {
    if (error instanceof SourceFailure || isTransientError(error)) return "overloaded";
    throw error;
  }
}
