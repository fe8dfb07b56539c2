import type { deviceSetupRoutes } from "../../contracts/device-setup.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { assignConfigurationSet, findConfigurationSet, unassignConfigurationSet } from "./configuration-sets.store.ts";
import type { DevicesDeps } from "./devices.deps.ts";
import type { DevicesService } from "./devices.service.ts";
import { findDevice, insertShare, removeShare } from "./devices.store.ts";
import { toDevice } from "./devices.wire.ts";
import { notFound } from "./devices.failures.ts";
import { findFlavor, findProduct, insertFlavor, insertProduct, listProducts } from "./products.store.ts";

export type DeviceSetupHandlers = Handlers<typeof deviceSetupRoutes>;

export function createDeviceSetupHandlers(service: DevicesService, deps: DevicesDeps): DeviceSetupHandlers {
  const { db, clock } = deps;

  return {
    listProducts: () => ({ status: 200, body: listProducts(db) }),

    createProduct({ body }) {
      if (insertProduct(db, body)) return { status: 200, body: { ...body, flavors: [] } };
      return failure(409, "product_exists", "code: a product with this code already exists.");
    },

    createFlavor({ params, body }) {
      if (findProduct(db, params.product) === undefined) {
        return failure(404, "not_found", "product: there is no such product.");
      }
      if (!insertFlavor(db, params.product, body)) {
        return failure(409, "flavor_exists", "code: a variant with this code already exists.");
      }
      return { status: 200, body: findFlavor(db, body.code)! };
    },

    assignDeviceFlavor({ params, body }) {
      const device = findDevice(db, params.id);
      if (device === undefined) return notFound();
      const saved = service.assignFlavor(device, body.flavor);
      if (saved !== undefined) return { status: 200, body: toDevice(saved, deps) };
      return failure(400, "unknown_flavor", "flavor: the product of the device has no such variant.");
    },

    assignConfigurationSet({ params, body }) {
      const device = findDevice(db, params.id);
      if (device === undefined) return notFound();
      return { status: 200, body: assignConfigurationSet(db, { device: device.id }, body, clock.now()) };
    },

    unassignConfigurationSet({ params }) {
      const device = findDevice(db, params.id);
      if (device === undefined) return notFound();
      unassignConfigurationSet(db, { device: device.id });
      return { status: 204 };
    },

    getFlavorConfigurationSet({ params }) {
      if (findFlavor(db, params.flavor) === undefined) return noFlavor();
      const set = findConfigurationSet(db, { id: null, flavor: params.flavor });
      if (set !== undefined) return { status: 200, body: set };
      return failure(404, "no_configuration_set", "flavor: the variant has no configuration set.");
    },

    assignFlavorConfigurationSet({ params, body }) {
      if (findFlavor(db, params.flavor) === undefined) return noFlavor();
      return { status: 200, body: assignConfigurationSet(db, params, body, clock.now()) };
    },

    unassignFlavorConfigurationSet({ params }) {
      if (findFlavor(db, params.flavor) === undefined) return noFlavor();
      unassignConfigurationSet(db, params);
      return { status: 204 };
    },

    shareDevice({ params, principal }) {
      const found = service.find(params.id, principal, false);
      if (found === undefined) return notFound();
      if (!deps.hasUser(params.user_id)) return failure(404, "not_found", "user_id: there is no such user.");
      insertShare(db, found.device.id, params.user_id);
      return { status: 204 };
    },

    unshareDevice({ params, principal }) {
      const found = service.find(params.id, principal, false);
      if (found === undefined) return notFound();
      removeShare(db, found.device.id, params.user_id);
      return { status: 204 };
    },
  };
}

const noFlavor = () => failure(404, "not_found", "flavor: there is no such variant.");
