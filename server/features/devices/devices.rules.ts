import type { Flavor } from "../../contracts/device-setup.ts";
import type { EligibilityIssue } from "../../contracts/devices.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { DeviceModel } from "./devices.model.ts";

export type DeviceAccess = "edit" | "read" | "none";

/** Owners and administrators can edit; a share grants read access, and only when shared devices are included. */
export function accessTo(
  caller: Pick<Principal, "userId" | "isAdministrator">,
  device: Pick<DeviceModel, "owner">,
  isShared: boolean,
): DeviceAccess {
  if (caller.isAdministrator || caller.userId === device.owner) return "edit";
  return isShared ? "read" : "none";
}

/** Issues of a new flight that come from the device itself. */
export function deviceIssues(
  device: Pick<DeviceModel, "activatedMs" | "provisioningStatus" | "owner">,
  hasAircraft: boolean,
): readonly EligibilityIssue[] {
  const issues: EligibilityIssue[] = [];
  const add = (id: string, description: string) => issues.push({ id, description, is_blocking: true });
  if (device.activatedMs === null) add("device_not_activated", "The device was not activated.");
  if (!hasAircraft) {
    add("no_default_aircraft", "Neither the device nor its owner has a default aircraft.");
  }
  if (device.provisioningStatus === "revoked") {
    add("device_provisioning_revoked", "The provisioning of the device was revoked.");
  }
  return issues;
}

/**
 * The variant of a device among those of its product: its own, otherwise the default. A variant of another product,
 * which the device was previously assigned to, is ignored; an unknown product has no variants.
 */
export function flavorOf(own: string | null, flavors: readonly Flavor[]): string | null {
  if (flavors.some(({ code }) => code === own)) return own;
  return flavors.find(({ is_default }) => is_default)?.code ?? null;
}

/** The reason why a device cannot be sold, or `undefined`. */
export function retailObstacle(
  device: Pick<DeviceModel, "owner" | "works" | "provisioningStatus">,
): string | undefined {
  if (device.owner !== null) return "is paired with an account";
  if (!device.works) return "did not pass its tests";
  return device.provisioningStatus === "revoked" ? "had its provisioning revoked" : undefined;
}
