import type {
  Aircraft,
  AircraftCreate,
  AircraftModel,
  AircraftVendor,
  UasClass,
} from "../../../../../server/contracts/aircraft.ts";

/** The fields of the form. Numbers are text until they are sent. */
export interface AircraftDraft {
  readonly vendorId: string;
  readonly modelId: string;
  readonly name: string;
  readonly weightG: string;
  readonly enduranceMin: string;
  readonly uasClass: UasClass;
}

export type AircraftProblem = "name" | "weightG" | "enduranceMin";

const MAX_INTEGER = 2_147_483_647;

export const NEW_AIRCRAFT: AircraftDraft = {
  vendorId: "",
  modelId: "",
  name: "",
  weightG: "",
  enduranceMin: "",
  uasClass: "AircraftUASClass.UNKNOWN",
};

export function aircraftDraftOf(aircraft: Aircraft, vendors: readonly AircraftVendor[]): AircraftDraft {
  const modelId = aircraft.model?.id ?? "";
  return {
    vendorId: vendors.find(({ models }) => models.some(({ id }) => id === modelId))?.id ?? "",
    modelId,
    name: aircraft.name,
    weightG: textOf(aircraft.weight),
    enduranceMin: aircraft.endurance === 0 ? "" : textOf(aircraft.endurance),
    uasClass: aircraft.uas_class,
  };
}

/** Fills in the known data of a model; other fields stay as they were typed. */
export function withModel(draft: AircraftDraft, model: AircraftModel | undefined): AircraftDraft {
  if (!model) return { ...draft, modelId: "" };
  return {
    ...draft,
    modelId: model.id,
    weightG: model.weight === null ? draft.weightG : textOf(model.weight),
    enduranceMin: model.endurance === null ? draft.enduranceMin : textOf(model.endurance),
    uasClass: model.uas_class === "AircraftUASClass.UNKNOWN" ? draft.uasClass : model.uas_class,
  };
}

/** `isNew`: the name may be empty, the station then makes one. */
export function aircraftProblemsOf(draft: AircraftDraft, isNew: boolean): readonly AircraftProblem[] {
  const problems: AircraftProblem[] = [];
  if (!isNew && draft.name.trim() === "") problems.push("name");
  if (numberOf(draft.weightG, false) === undefined) problems.push("weightG");
  if (numberOf(draft.enduranceMin, true) === undefined) problems.push("enduranceMin");
  return problems;
}

/** The request for a draft without problems. */
export function aircraftRequestOf(draft: AircraftDraft): AircraftCreate {
  const name = draft.name.trim();
  return {
    ...(name === "" ? {} : { name }),
    model: draft.modelId === "" ? null : draft.modelId,
    weight: numberOf(draft.weightG, false) ?? null,
    endurance: numberOf(draft.enduranceMin, true) ?? 0,
    uas_class: draft.uasClass,
  };
}

/** Null for an empty field, undefined for an invalid number. */
function numberOf(text: string, isWhole: boolean): number | null | undefined {
  const trimmed = text.trim().replace(",", ".");
  if (trimmed === "") return null;
  const value = Number(trimmed);
  const isGood = value >= 0 && value <= MAX_INTEGER && (!isWhole || Number.isInteger(value));
  return isGood ? value : undefined;
}

function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}
