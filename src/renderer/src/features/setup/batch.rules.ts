import type {
  SetupBatch,
  SetupBatchDevice,
  SetupBatchDeviceState,
} from "../../../../../server/contracts/setup-batch.ts";
import type { KnownProduct } from "../../../../../server/contracts/device-setup.ts";

const TONES: Readonly<Partial<Record<SetupBatchDeviceState, "accent" | "warn" | "danger">>> = {
  done: "accent",
  partly: "danger",
  failed: "danger",
  not_recognised: "warn",
  not_possible: "warn",
};

/** The colour of a final state; undefined while the device is in progress. */
export function endTone({ state }: SetupBatchDevice): "accent" | "warn" | "danger" | undefined {
  return TONES[state];
}

export interface BatchCounts {
  readonly proved: number;
  readonly failed: number;
  readonly underWay: number;
}

export function batchCountsOf({ devices }: SetupBatch): BatchCounts {
  const proved = devices.filter(({ state }) => state === "done").length;
  const underWay = devices.filter((device) => endTone(device) === undefined).length;
  return { proved, failed: devices.length - proved - underWay, underWay };
}

export interface VariantChoice {
  readonly flavor: string;
  readonly product: string;
  readonly variant: string;
}

/** The variants whose configuration set a batch can use. */
export function batchVariantsOf(products: readonly KnownProduct[]): readonly VariantChoice[] {
  return products.flatMap(({ name: product, flavors }) =>
    flavors.map(({ code: flavor, name: variant }) => ({ flavor, product, variant })),
  );
}

/** The settings of a device in words: how many were proved, that none differed, or empty if not known yet. */
export function batchSettingsText({ state, of }: SetupBatchDevice): "proved" | "none" | "unknown" {
  if (of > 0) return "proved";
  return state === "done" ? "none" : "unknown";
}
