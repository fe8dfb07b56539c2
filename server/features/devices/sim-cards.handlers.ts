import type { simCardRoutes } from "../../contracts/sim-cards.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { DevicesDeps } from "./devices.deps.ts";
import type { DevicesService } from "./devices.service.ts";
import { findDeviceByIccid, saveDevice } from "./devices.store.ts";
import { toDataUsage, toSimCard } from "./devices.wire.ts";
import { notFound } from "./devices.failures.ts";
import { productOf } from "./products.store.ts";
import { findSimCard, saveSimCard, unknownSimCard, applyUpdate } from "./sim-cards.store.ts";
import { createSimProfile } from "./sim-profile.ts";

export type SimCardHandlers = Handlers<typeof simCardRoutes>;

export function createSimCardHandlers(service: DevicesService, deps: DevicesDeps): SimCardHandlers {
  const { db, clock } = deps;

  /** The SIM card of a device that the caller can access. */
  function cardOf(deviceId: string, principal: Principal, isSharedToo: boolean) {
    const device = service.find(deviceId, principal, isSharedToo)?.device;
    const iccid = device?.iccid;
    return device === undefined || !iccid
      ? undefined
      : { device, card: findSimCard(db, iccid) ?? unknownSimCard(iccid) };
  }

  return {
    createSimProfile({ params, principal }) {
      const found = service.find(params.id, principal, false);
      if (found === undefined) return notFound();
      const { device } = found;
      if (!productOf(db, device.type).has_softsim) {
        return failure(409, "no_softsim", "This device has no software SIM, so it cannot use a SIM profile.");
      }
      const { iccid, imsi, bytes } = createSimProfile(deps.randomBytes);
      db.transaction(() => {
        saveSimCard(db, { ...unknownSimCard(iccid), imsi });
        saveDevice(db, { ...device, iccid, modifiedMs: clock.now() });
      }).immediate();
      return { status: 200, body: bytes };
    },

    getDeviceSimCard({ params, principal }) {
      const found = cardOf(params.id, principal, true);
      return found === undefined ? noCard() : { status: 200, body: toSimCard(found.card, found.device) };
    },

    getSimDataUsage({ params, query, principal }) {
      const found = cardOf(params.id, principal, query.include_shared);
      return found === undefined ? noCard() : { status: 200, body: toDataUsage(found.card) };
    },

    getSimCard({ params: { iccid }, principal }) {
      const device = findDeviceByIccid(db, iccid);
      const isVisible = principal.isAdministrator || (device !== undefined && service.find(device.id, principal, true));
      const card = findSimCard(db, iccid) ?? (device && unknownSimCard(iccid));
      if (!isVisible || card === undefined) return noCard("iccid");
      return { status: 200, body: toSimCard(card, device) };
    },

    updateSimCard({ params: { iccid }, body }) {
      const card = applyUpdate(findSimCard(db, iccid) ?? unknownSimCard(iccid), body);
      saveSimCard(db, card);
      return { status: 200, body: toSimCard(card, findDeviceByIccid(db, iccid)) };
    },
  };
}

const noCard = (field = "id") =>
  failure(404, "not_found", `${field}: there is no such SIM card, or you may not see it.`);
