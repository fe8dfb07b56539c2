import { expect, it, onTestFinished, vi } from "vitest";
import { effectScope, ref } from "vue";
import { type Loaded, useLoaded } from "./loaded.use.ts";
import type { ApiResult } from "./station.client.ts";
import { announceStationReturn } from "./station-return.use.ts";

/** Answers are given by hand, in any order, an empty one where the station is out of reach; a request that was cancelled says so, as the client does. */
function openScope(subject?: () => string) {
  const requests: ((value: string) => void)[] = [];
  const scope = effectScope();
  onTestFinished(() => scope.stop());
  const loaded = scope.run(() =>
    useLoaded<string>(
      (signal) =>
        new Promise<ApiResult<string>>((resolve) => {
          signal.addEventListener("abort", () => resolve({ kind: "cancelled" }));
          requests.push((value) => resolve(value === "" ? { kind: "unreachable" } : { kind: "ok", value }));
        }),
      subject,
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

it("shows nothing of what it was about before, and that again when it is about it again", async () => {
  const id = ref("one");
  const { loaded, requests } = openScope(() => id.value);
  const shown = () => [loaded.value.value, loaded.failure.value?.kind];
  const answer = async (value: string) => {
    const loading = loaded.load();
    requests.at(-1)?.(value);
    await loading;
  };
  await answer("first");
  id.value = "two";
  expect(shown()).toEqual([undefined, undefined]);
  await answer("");
  expect(shown()).toEqual([undefined, "unreachable"]);
  id.value = "one";
  expect(shown()).toEqual(["first", undefined]);
});

it("loads again what failed while the station was out of reach, as soon as it is back", async () => {
  const { loaded, requests } = openScope();
  const first = loaded.load();
  requests[0]?.("");
  await first;
  expect(loaded.failure.value).toEqual({ kind: "unreachable" });
  announceStationReturn();
  requests[1]?.("there again");
  await expect.poll(() => loaded.value.value).toBe("there again");
  expect(loaded.failure.value).toBeUndefined();
});

it("asks nothing again that was loaded, nor for a page that was left, when the station is back", async () => {
  const { loaded, requests } = openScope();
  const first = loaded.load();
  requests[0]?.("loaded");
  await first;
  const left = openScope();
  const second = left.loaded.load();
  left.requests[0]?.("");
  await second;
  left.scope.stop();
  announceStationReturn();
  expect([requests.length, left.requests.length]).toEqual([1, 1]);
});

/** Lets a request that was answered be taken. */
const settle = () => vi.advanceTimersByTimeAsync(0);

it("tries again by itself what failed only after the station was announced, until it is loaded", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { loaded, requests } = openScope();
  void loaded.load();
  announceStationReturn();
  requests[0]?.("");
  await settle();
  expect([requests.length, loaded.failure.value?.kind]).toEqual([1, "unreachable"]);
  await vi.advanceTimersByTimeAsync(30_000);
  // The retry is open, and is not cancelled by the next one.
  expect(requests.length).toBe(2);
  requests[1]?.("");
  await vi.advanceTimersByTimeAsync(6_000);
  requests[2]?.("there again");
  await vi.advanceTimersByTimeAsync(30_000);
  expect([requests.length, loaded.value.value, loaded.failure.value]).toEqual([3, "there again", undefined]);
});

it("does not cancel what a person has asked for again", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { loaded, requests } = openScope();
  void loaded.load();
  requests[0]?.("");
  await settle();
  void loaded.load();
  await vi.advanceTimersByTimeAsync(19_000);
  requests[1]?.("slow");
  await settle();
  expect([requests.length, loaded.value.value]).toEqual([2, "slow"]);
});

it("is not refreshed while a request is open, however slow, and is refreshed after it", async () => {
  const { loaded, requests } = openScope();
  const first = loaded.load();
  const refreshed = loaded.refresh();
  requests[0]?.("slow");
  await Promise.all([first, refreshed]);
  expect([requests.length, loaded.value.value]).toEqual([1, "slow"]);
  const second = loaded.refresh();
  requests[1]?.("newer");
  await second;
  expect(loaded.value.value).toBe("newer");
});

it("is requested once when the station is back, although it is refreshed then as well", async () => {
  const { loaded, requests } = openScope();
  const first = loaded.load();
  requests[0]?.("");
  await first;
  announceStationReturn();
  void loaded.refresh();
  expect(requests.length).toBe(2);
});
