import { UasClass } from "../../../../../server/contracts/aircraft.ts";
import { Region } from "../../../../../server/contracts/region.ts";
import type { SyncConflict, SyncDecision, SyncKind } from "../../../../../server/contracts/sync.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import { parseCoordinates } from "../../ui/coordinates.ts";

/** How another value of a field is entered; `fixed` for what can only be chosen from the two. */
export type ValueInput =
  | { readonly kind: "text" | "number" | "position" | "region" | "list" | "fixed" }
  | { readonly kind: "choice"; readonly values: readonly string[] };

/** The person's choice for one field; `text` is the other value as typed. */
export interface FieldChoice {
  readonly side: "here" | "there" | "other" | undefined;
  readonly text: string;
}

export type ConflictDraft = Readonly<Record<string, FieldChoice>>;
export type FieldProblem = "needed" | "badValue" | "badNumber" | "badCoordinates" | "badRegion";

export type ReadDecision =
  | { readonly kind: "complete"; readonly decision: SyncDecision }
  | { readonly kind: "incomplete"; readonly problems: Readonly<Record<string, FieldProblem>> };

const FLIGHT_INPUTS: Readonly<Record<string, ValueInput>> = {
  status: { kind: "choice", values: ["planned", "cancelled"] },
  visibility: { kind: "choice", values: ["public", "private"] },
  region: { kind: "region" },
  takeoff: { kind: "position" },
  max_flight_altitude: { kind: "number" },
  max_height: { kind: "number" },
  lower_altitude: { kind: "number" },
};
const INPUTS: Readonly<Partial<Record<SyncKind, Readonly<Record<string, ValueInput>>>>> = {
  flight: FLIGHT_INPUTS,
  aircraft: {
    name: { kind: "text" },
    weight: { kind: "number" },
    uas_class: { kind: "choice", values: UasClass.options },
    endurance: { kind: "number" },
  },
  device: {
    name: { kind: "text" },
    color_tag: { kind: "text" },
    callsign: { kind: "text" },
    fw_bundle: { kind: "text" },
    groups: { kind: "list" },
  },
  annotation: { note: { kind: "text" } },
};

export function inputKindOf(kind: SyncKind, field: string): ValueInput {
  return INPUTS[kind]?.[field] ?? { kind: "fixed" };
}

/** A draft without choices, so that an accidental click cannot decide. */
export function newConflictDraft({ kind, fields }: Pick<SyncConflict, "kind" | "fields">): ConflictDraft {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { here }]) => [field, { side: undefined, text: textOf(kind, field, here) }]),
  );
}

/** The draft with the same side for every field. */
export function chooseSide(draft: ConflictDraft, side: "here" | "there"): ConflictDraft {
  return Object.fromEntries(Object.entries(draft).map(([field, choice]) => [field, { ...choice, side }]));
}

/** The decision, which must contain every field. */
export function readDecision(kind: SyncKind, draft: ConflictDraft): ReadDecision {
  const decision: Record<string, SyncDecision[string]> = {};
  const problems: Record<string, FieldProblem> = {};
  for (const [field, { side, text }] of Object.entries(draft)) {
    if (side === undefined) problems[field] = "needed";
    else if (side !== "other") decision[field] = side;
    else {
      const read = readValue(inputKindOf(kind, field), text);
      if ("problem" in read) problems[field] = read.problem;
      else decision[field] = { value: read.value };
    }
  }
  return Object.keys(problems).length === 0 ? { kind: "complete", decision } : { kind: "incomplete", problems };
}

type ReadValue = { readonly value: unknown } | { readonly problem: FieldProblem };

function readValue(input: ValueInput, text: string): ReadValue {
  const typed = text.trim();
  switch (input.kind) {
    case "number":
      return readNumber(typed);
    case "position":
      return readPlace(typed);
    case "region":
      return readRegion(typed);
    case "choice":
      return input.values.includes(typed) ? { value: typed } : { problem: "badValue" };
    case "list":
      return { value: typed.split(",").flatMap((part) => part.trim() || []) };
    case "text":
      return typed === "" ? { problem: "badValue" } : { value: typed };
    case "fixed":
      return { problem: "badValue" };
  }
}

function readNumber(text: string): ReadValue {
  const value = Number(text.replace(",", "."));
  return text === "" || !Number.isFinite(value) ? { problem: "badNumber" } : { value };
}

function readPlace(text: string): ReadValue {
  const place = parseCoordinates(text);
  return place ? { value: { lat: place.latitude, lon: place.longitude } } : { problem: "badCoordinates" };
}

function readRegion(text: string): ReadValue {
  try {
    const region = Region.safeParse(JSON.parse(text));
    return region.success ? { value: region.data } : { problem: "badRegion" };
  } catch {
    return { problem: "badRegion" };
  }
}

/** A value as it is typed. */
function textOf(kind: SyncKind, field: string, value: unknown): string {
  const input = inputKindOf(kind, field);
  if (value === null || value === undefined || input.kind === "fixed") return "";
  if (input.kind === "position") return positionText(value);
  if (input.kind === "region") return JSON.stringify(value);
  if (input.kind === "list") return Array.isArray(value) ? value.join(", ") : "";
  if (input.kind === "choice") return input.values.includes(String(value)) ? String(value) : (input.values[0] ?? "");
  return String(value);
}

function positionText(value: unknown): string {
  const place = placeOf(value);
  return place ? `${place.latitude}, ${place.longitude}` : "";
}

/** The take-off as the API has it. */
export function placeOf(value: unknown): LatLon | undefined {
  if (typeof value !== "object" || value === null || !("lat" in value) || !("lon" in value)) return undefined;
  return { latitude: Number(value.lat), longitude: Number(value.lon) };
}

/** The area as the API has it. */
export function regionOf(value: unknown): Region | undefined {
  return Region.safeParse(value).data;
}
