import { expect, it } from "vitest";
import type { SetupBatch, SetupBatchDevice } from "../../../../../server/contracts/setup-batch.ts";
import { batchCountsOf, endTone, batchSettingsText, batchVariantsOf } from "./batch.rules.ts";

const device = (state: SetupBatchDevice["state"], of = 0) => ({ state, of }) as SetupBatchDevice;

it("counts as proved only what was read back, and as failed whatever else has ended", () => {
  const devices = (["done", "partly", "failed", "not_recognised", "not_possible", "writing", "lost"] as const).map(
    (state) => device(state),
  );
  expect(batchCountsOf({ devices } as unknown as SetupBatch)).toEqual({ proved: 1, failed: 4, underWay: 2 });
  expect(devices.map(endTone)).toEqual(["accent", "danger", "danger", "warn", "warn", undefined, undefined]);
});

it("says that nothing differed only of a device that was read", () => {
  expect([device("done"), device("done", 2), device("failed"), device("reading")].map(batchSettingsText)).toEqual([
    "none",
    "proved",
    "unknown",
    "unknown",
  ]);
});

it("offers every variant of every product", () => {
  const flavors = [{ code: "field", name: "Field", is_default: true }];
  const products = [{ name: "Module", flavors }] as unknown as Parameters<typeof batchVariantsOf>[0];
  expect(batchVariantsOf(products)).toEqual([{ flavor: "field", product: "Module", variant: "Field" }]);
});
