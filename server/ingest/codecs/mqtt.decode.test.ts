import { expect, it } from "vitest";
import { decodeMqttText } from "./mqtt.decode.ts";

it.each(["scout", "dronescout"] as const)("a message of %s is decoded up to 50,000 objects", (shape) => {
  const countOf = (objects: number) => decodeMqttText("{}".repeat(objects), shape).toArray();
  const [bounded, whole] = [countOf(60_000), countOf(50_000)];
  expect([whole.length, bounded.length]).toEqual([50_000, 50_001]);
  expect(bounded.at(-1)).toEqual([
    {
      kind: "refused",
      reason: "malformed_json",
      detail: "a message with more than 50000 objects; the rest of it is left out",
    },
  ]);
  expect(whole.at(-1)).not.toEqual(bounded.at(-1));
});
