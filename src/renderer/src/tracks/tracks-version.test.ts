import { beforeEach, describe, expect, it, vi } from "vitest";
import { effectScope, shallowRef } from "vue";
import { TrackCollection } from "./track-collection.ts";
import { useTracksVersion } from "./tracks-version.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe("the version of the tracks", () => {
  it("grows at once with the first change, and then at most once in a while", () => {
    const collection = new TrackCollection();
    const scope = effectScope();
    const version = scope.run(() => useTracksVersion(shallowRef({ collection, nowMs: () => 0 }), 500))!;
    const atFirst = version.value;
    collection.clear();
    expect(version.value).toBe(atFirst + 1);
    collection.clear();
    collection.clear();
    expect(version.value).toBe(atFirst + 1);
    vi.advanceTimersByTime(500);
    expect(version.value).toBe(atFirst + 2);
    vi.advanceTimersByTime(2_000);
    expect(version.value).toBe(atFirst + 2);
    scope.stop();
  });
});
