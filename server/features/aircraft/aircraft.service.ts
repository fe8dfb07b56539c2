import type { Aircraft, AircraftCreate, AircraftEdit, AircraftSummary } from "../../contracts/aircraft.ts";
import type { Operation } from "../../contracts/operations.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { AircraftDeps } from "./aircraft.deps.ts";
import { canAccess, defaultName, uaTypeOf } from "./aircraft.rules.ts";
import type { AircraftRow } from "./aircraft.store.ts";
import { findAircraft, findAircraftOrDeleted, listOwned, removeAircraft, upsertAircraft } from "./aircraft.store.ts";
import { toAircraft, toSummary } from "./aircraft.wire.ts";
import { findModel } from "./models.store.ts";

type Caller = Pick<Principal, "userId" | "isAdministrator">;

export type SaveOutcome =
  | { readonly kind: "saved"; readonly aircraft: AircraftRow }
  | { readonly kind: "missing" }
  | { readonly kind: "unknown_model" };

export type AircraftService = {
  /** An aircraft that the caller can access. */
  readonly find: (id: string, caller: Caller) => AircraftRow | undefined;
  readonly create: (input: AircraftCreate, caller: Caller) => SaveOutcome;
  readonly edit: (id: string, input: AircraftEdit, caller: Caller) => SaveOutcome;
  /** False when there is none that the caller can delete. */
  readonly remove: (id: string, caller: Caller) => boolean;
  readonly listSummaries: (ownerId: string) => readonly AircraftSummary[];
  /** An aircraft, including deleted ones, without an access check: for the flights that refer to it. */
  readonly findAny: (id: string) => { readonly summary: AircraftSummary; readonly owner: string } | undefined;
  /** The model of an aircraft, deleted ones as well, as the airspace shows it; `undefined` when none was chosen. */
  readonly findModelOf: (id: string) => Operation["aircraft_models"][number] | undefined;
  /** Names of the aircraft that a caller can access, for search. */
  readonly listNames: (caller: Caller) => readonly AircraftSummary[];
  /** An aircraft of this owner. */
  readonly findOwned: (id: string, ownerId: string) => Aircraft | undefined;
};

export function createAircraftService({ db, clock, ids }: AircraftDeps): AircraftService {
  function find(id: string, caller: Caller): AircraftRow | undefined {
    const aircraft = findAircraft(db, id);
    return aircraft !== undefined && canAccess(caller, aircraft.owner) ? aircraft : undefined;
  }

  function save(aircraft: Omit<AircraftRow, "modelName">): SaveOutcome {
    upsertAircraft(db, aircraft);
    return { kind: "saved", aircraft: findAircraft(db, aircraft.id)! };
  }

  return {
    find,

    create(input, caller) {
      const model = input.model ? findModel(db, input.model) : undefined;
      if (input.model && model === undefined) return { kind: "unknown_model" };
      const taken = listOwned(db, caller.userId).map(({ name }) => name);
      return save({
        id: ids.random(),
        owner: caller.userId,
        name: input.name ?? defaultName(model ? `${model.vendorName} ${model.name}` : null, taken),
        model: model?.id ?? null,
        weightG: input.weight ?? model?.weightG ?? null,
        uasClass: input.uas_class,
        enduranceMin: input.endurance,
        createdMs: clock.now(),
      });
    },

    edit(id, input, caller) {
      const before = find(id, caller);
      if (before === undefined) return { kind: "missing" };
      const modelId = input.model === undefined ? before.model : input.model;
      const model = modelId === null ? undefined : findModel(db, modelId);
      if (modelId !== null && model === undefined) return { kind: "unknown_model" };
      return save({
        ...before,
        name: input.name ?? before.name,
        model: modelId,
        // An omitted weight is unchanged; null resets it to the weight of the model.
        weightG: input.weight === undefined ? before.weightG : (input.weight ?? model?.weightG ?? null),
        uasClass: input.uas_class ?? before.uasClass,
        enduranceMin: input.endurance ?? before.enduranceMin,
      });
    },

    remove(id, caller) {
      if (find(id, caller) === undefined) return false;
      removeAircraft(db, id, clock.now());
      return true;
    },

    findAny(id) {
      const aircraft = findAircraftOrDeleted(db, id);
      return aircraft && { summary: toSummary(aircraft), owner: aircraft.owner };
    },

    findModelOf(id) {
      const chosen = findAircraftOrDeleted(db, id)?.model ?? null;
      const model = chosen === null ? undefined : findModel(db, chosen);
      return model && { maker: model.vendorName, model: model.name, type: uaTypeOf(model.type) };
    },

    listNames: (caller) => listOwned(db, caller.isAdministrator ? null : caller.userId).map(toSummary),

    findOwned(id, ownerId) {
      const aircraft = findAircraft(db, id);
      return aircraft?.owner === ownerId ? toAircraft(aircraft) : undefined;
    },

    listSummaries: (ownerId) => listOwned(db, ownerId).map(toSummary),
  };
}
