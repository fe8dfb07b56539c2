import type { MqttShape } from "../../contracts/receiver-settings.ts";
import type { Decoded, Refused } from "../decoded.ts";
import { decodeDroneScoutObject } from "./dronescout.json.ts";
import { jsonObjectOf } from "./json.fields.ts";
import { splitJsonObjects } from "./json.objects.ts";
import { decodeScoutObjects } from "./scout.json.ts";

/**
 * The same limit as for a push: far above the number of detections in ten megabytes; of empty objects it would be five
 * million.
 */
const MAX_OBJECTS = 50_000;

const TOO_MANY: Refused = {
  kind: "refused",
  reason: "malformed_json",
  detail: `a message with more than ${MAX_OBJECTS} objects; the rest of it is left out`,
};

/**
 * Decodes the text of one message, object by object, at most 50,000. Several objects may follow each other, with a NUL
 * at the end. With the shape of DroneScout each must be in that format; with the other shape the format is recognised
 * as in a push. Never throws.
 */
export function* decodeMqttText(text: string, shape: MqttShape): Generator<readonly Decoded[]> {
  let objects = 0;
  for (const decoded of decodeObjects(text, shape)) {
    if (++objects > MAX_OBJECTS) return yield [TOO_MANY];
    yield decoded;
  }
}

function* decodeObjects(text: string, shape: MqttShape): Generator<readonly Decoded[]> {
  if (shape === "scout") {
    yield* decodeScoutObjects(text);
    return;
  }
  for (const part of splitJsonObjects(text)) {
    const parsed = part.kind === "refused" ? part : jsonObjectOf(part.text);
    yield parsed.kind === "refused" ? [parsed] : decodeDroneScoutObject(parsed.object);
  }
}

/**
 * Removes what has no time of its own: a broker keeps a retained message for days and delivers it to every client that
 * connects, so that it would seem to be new.
 */
export function withoutUndated(decoded: readonly Decoded[]): readonly Decoded[] {
  return decoded.map((one) =>
    one.kind === "refused" || one.observedAtMs !== null
      ? one
      : { kind: "refused", reason: "implausible_time", detail: "a retained message without its time" },
  );
}
