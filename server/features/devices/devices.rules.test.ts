import { describe, expect, it } from "vitest";
import { accessTo, deviceIssues, flavorOf, retailObstacle } from "./devices.rules.ts";

const owner = { userId: "owner", isAdministrator: false };
const other = { userId: "other", isAdministrator: false };

describe("a device", () => {
  it("can be edited by its owner and administrators, and read by accounts it is shared with", () => {
    const device = { owner: "owner" };
    expect(accessTo(owner, device, false)).toBe("edit");
    expect(accessTo({ userId: "any", isAdministrator: true }, device, false)).toBe("edit");
    expect(accessTo(other, device, true)).toBe("read");
    expect(accessTo(other, device, false)).toBe("none");
    expect(accessTo(other, { owner: null }, false)).toBe("none");
  });

  it("is eligible when it is activated, has an aircraft and is not revoked", () => {
    const ready = { activatedMs: 1, provisioningStatus: "provisioned", owner: "owner" };
    const ids = (...input: Parameters<typeof deviceIssues>) => deviceIssues(...input).map(({ id }) => id);
    expect(ids(ready, true)).toEqual([]);
    expect(ids({ ...ready, activatedMs: null }, true)).toEqual(["device_not_activated"]);
    expect(ids(ready, false)).toEqual(["no_default_aircraft"]);
    expect(ids({ ...ready, provisioningStatus: "revoked" }, true)).toEqual(["device_provisioning_revoked"]);
  });

  it("has its own variant if its product has that one, otherwise the default", () => {
    const field = { code: "field", name: "Field", is_default: false };
    const standard = { code: "standard", name: "Standard", is_default: true };
    expect(flavorOf("field", [standard, field])).toBe("field");
    expect(flavorOf(null, [field, standard])).toBe("standard");
    expect(flavorOf("another's", [field, standard])).toBe("standard");
    expect(flavorOf("field", [])).toBeNull();
  });

  it("can be sold when it works, is unpaired and not revoked", () => {
    const ready = { owner: null, works: true, provisioningStatus: null };
    expect(retailObstacle(ready)).toBeUndefined();
    expect(retailObstacle({ ...ready, owner: "owner" })).toBe("is paired with an account");
    expect(retailObstacle({ ...ready, works: false })).toBe("did not pass its tests");
    expect(retailObstacle({ ...ready, provisioningStatus: "revoked" })).toBe("had its provisioning revoked");
  });
});
