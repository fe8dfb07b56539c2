import { expect, it } from "vitest";
import type { SecretAnswer, SecretRequest } from "../station/station.messages.ts";
import { followAnswers } from "./station-secrets.ts";

const REQUEST: SecretRequest = { action: "find", name: "sealing-key" };

it("a station waits from its first request for a secret to the last answer", async () => {
  const answers: ((answer: SecretAnswer) => void)[] = [];
  const waits: boolean[] = [];
  const ask = followAnswers(
    () => new Promise((resolve) => answers.push(resolve)),
    (isWaiting) => waits.push(isWaiting),
  );
  const [first, second] = [ask(REQUEST), ask(REQUEST)];
  expect(waits).toEqual([true]);
  answers[1]?.({ kind: "absent" });
  expect(await second).toEqual({ kind: "absent" });
  expect(waits).toEqual([true]);
  answers[0]?.({ kind: "found", secret: "key" });
  expect(await first).toEqual({ kind: "found", secret: "key" });
  expect(waits).toEqual([true, false]);
  void ask(REQUEST);
  expect(waits).toEqual([true, false, true]);
});
