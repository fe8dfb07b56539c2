import type { sourceRoutes } from "../contracts/station.ts";
import type { Handler } from "../kernel/handler.ts";
import { decodeScout } from "./codecs/scout.json.ts";
import type { PushInbox } from "./sources/push.source.ts";

/** HTTP push in the SCOUT shape: decoded, handed to the push source that listens, answered when it is on disk. */
export function createPushHandler(inbox: PushInbox): Handler<(typeof sourceRoutes)["pushScout"]> {
  return async ({ body }) => {
    const heard = decodeScout(body);
    const unreadable = heard.find((one) => one.kind === "refused" && one.reason === "malformed_json");
    if (heard.length === 0 || (heard.length === 1 && unreadable?.kind === "refused")) {
      const detail = unreadable?.kind === "refused" ? unreadable.detail : "the body is empty";
      return { status: 400, body: { error: "malformed_body", messages: [`body: ${detail}`] } };
    }
    if ((await inbox.deliver(heard)) === "not_listening") {
      return {
        status: 503,
        body: { error: "push_disabled", messages: ["The HTTP push source of this station is switched off."] },
      };
    }
    const refused: Record<string, number> = {};
    for (const one of heard) if (one.kind === "refused") refused[one.reason] = (refused[one.reason] ?? 0) + 1;
    return {
      status: 200,
      body: {
        frames: heard.filter((one) => one.kind === "frame").length,
        sensors: heard.filter((one) => one.kind === "sensor").length,
        refused,
      },
    };
  };
}
