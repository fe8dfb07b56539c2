import { describe, expect, it } from "vitest";
import type { Product } from "../../../../../server/contracts/devices.ts";
import { productNameOf } from "./device-list.ts";

describe("a device", () => {
  it("has the name of its product, and none while the station does not know the product", () => {
    const product = { code: "beacon", name: "Beacon" } as Product;
    expect(productNameOf({ product })).toBe("Beacon");
    // An English word of the station, which would stand untranslated on the page.
    expect(productNameOf({ product: { ...product, code: "unknown", name: "unknown" } })).toBeUndefined();
  });
});
