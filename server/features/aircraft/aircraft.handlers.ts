import type { aircraftRoutes } from "../../contracts/aircraft.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { AircraftDeps } from "./aircraft.deps.ts";
import type { AircraftService, SaveOutcome } from "./aircraft.service.ts";
import type { AircraftRow } from "./aircraft.store.ts";
import { listAircraftPage } from "./aircraft.store.ts";
import { toAircraft } from "./aircraft.wire.ts";
import { findVendor, insertModel, insertVendor, listVendors, toModel } from "./models.store.ts";

export type AircraftHandlers = Handlers<typeof aircraftRoutes>;

export function createAircraftHandlers(service: AircraftService, deps: AircraftDeps): AircraftHandlers {
  const { db, ids, nameOfUser } = deps;
  const detailOf = (aircraft: AircraftRow) => ({
    ...toAircraft(aircraft),
    owner: { id: aircraft.owner, name: nameOfUser(aircraft.owner) },
  });

  return {
    listAircraft({ query, principal }) {
      // Callers cannot see another owner's aircraft: the list is empty, as for an owner without aircraft.
      const owner = query.owner ?? (principal.isAdministrator ? null : principal.userId);
      if (owner !== null && owner !== principal.userId && !principal.isAdministrator)
        return { status: 200, body: [], total: 0 };
      const { rows, total } = listAircraftPage(db, owner, query);
      return { status: 200, body: rows.map(toAircraft), total };
    },

    createAircraft({ body, principal }) {
      const outcome = service.create(body, principal);
      return outcome.kind === "saved" ? { status: 200, body: toAircraft(outcome.aircraft) } : unknownModel();
    },

    listAircraftVendors({ query }) {
      const vendors = listVendors(db);
      const isDescending = query.ordering[0]?.isDescending ?? false;
      return { status: 200, body: isDescending ? vendors.toReversed() : [...vendors] };
    },

    getAircraft({ params, principal }) {
      const aircraft = service.find(params.id, principal);
      return aircraft === undefined ? notFound() : { status: 200, body: detailOf(aircraft) };
    },

    editAircraft({ params, body, principal }) {
      const outcome: SaveOutcome = service.edit(params.id, body, principal);
      switch (outcome.kind) {
        case "saved":
          return { status: 200, body: detailOf(outcome.aircraft) };
        case "missing":
          return notFound();
        case "unknown_model":
          return unknownModel();
      }
    },

    removeAircraft({ params, principal }) {
      return service.remove(params.id, principal) ? { status: 204 } : notFound();
    },

    createAircraftVendor({ body }) {
      const vendor = { id: ids.random(), name: body.name };
      if (insertVendor(db, vendor)) return { status: 200, body: { ...vendor, models: [] } };
      return failure(409, "vendor_exists", "name: a vendor with this name already exists.");
    },

    createAircraftModel({ params, body }) {
      const vendor = findVendor(db, params.vendor_id);
      if (vendor === undefined) return failure(404, "not_found", "vendor_id: there is no such vendor.");
      const model = { id: ids.random(), ...body };
      if (insertModel(db, vendor.id, model)) return { status: 200, body: toModel(model, vendor.name) };
      return failure(409, "model_exists", "name: the vendor already has a model with this name.");
    },
  };
}

const notFound = () => failure(404, "not_found", "id: there is no such aircraft, or you may not see it.");
const unknownModel = () => failure(400, "unknown_model", "model: there is no such model in the list of vendors.");
