import { expect, it } from "vitest";
import { effectScope } from "vue";
import { type Loaded, useLoaded } from "./loaded.use.ts";
import type { ApiResult } from "./station.client.ts";

/** Answers are given by hand, in any order; a request that was cancelled says so, as the client does. */
function openScope() {
  const requests: ((value: string) => void)[] = [];
  const scope = effectScope();
  const loaded = scope.run(() =>
    useLoaded<string>(
      (signal) =>
        new Promise<ApiResult<string>>((resolve) => {
          signal.addEventListener("abort", () => resolve({ kind: "cancelled" }));
          requests.push((value) => resolve({ kind: "ok", value }));
        }),
    ),
  ) as Loaded<string>;
  return { scope, loaded, requests };
}

it("resolves every load with what the latest request answered", async () => {
  const { loaded, requests } = openScope();
  const seen: (string | undefined)[] = [];
  const first = loaded.load().then(() => seen.push(loaded.value.value));
  const second = loaded.load().then(() => seen.push(loaded.value.value));
  requests[1]?.("newer");
  await Promise.all([first, second]);
  expect(seen).toEqual(["newer", "newer"]);
});

it("resolves what was open when its page is left, and shows nothing more", async () => {
  const { scope, loaded } = openScope();
  const first = loaded.load();
  const second = loaded.load();
  scope.stop();
  await Promise.all([first, second]);
  expect(loaded.value.value).toBeUndefined();
});
