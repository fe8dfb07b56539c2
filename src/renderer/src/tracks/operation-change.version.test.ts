import { expect, it } from "vitest";
import { effectScope, shallowRef } from "vue";
import { notifyOperationChange } from "../api/operation-changes.ts";
import type { TrackSource } from "./track-source.ts";
import { useTracksVersion } from "./tracks-version.ts";

it("list and card change together at once when a person has merged operations, however slowly each follows records", () => {
  const scope = effectScope();
  const source = shallowRef<TrackSource>();
  const [list, card] = scope.run(() => [500, 200].map((everyMs) => useTracksVersion(source, everyMs)))!;
  const before = [list!.value, card!.value];
  notifyOperationChange({ updated: [], isRebuilt: true, gone: ["other"] });
  expect([list!.value, card!.value]).toEqual(before.map((version) => version + 1));
  scope.stop();
  notifyOperationChange({ updated: [], isRebuilt: true, gone: ["other"] });
  expect([list!.value, card!.value]).toEqual(before.map((version) => version + 1));
});
