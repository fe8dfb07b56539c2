import type { LinkReason, Operation } from "../../../contracts/operations.ts";
import type { BoxE7, Position } from "../../../kernel/geo.ts";
import type { Declared, Sighting, Warning } from "../../../kernel/sighting.ts";

/** The position of an aircraft at a time. */
export type Fix = Position & { readonly timeMs: number };

/** Maker, model and type of an aircraft. */
export type DescribedAircraft = Operation["aircraft_models"][number];

/** What was observed of one aircraft without a long gap: the suboperations that the fusion put together. */
export type OperationModel = {
  readonly id: number;
  readonly uuid: string;
  readonly createdMs: number;
  updatedMs: number;
  firstMs: number;
  lastMs: number;
  readonly suboperations: SuboperationModel[];
};

/** What one sensor received from one aircraft over one technology. */
export type SuboperationModel = {
  readonly id: number;
  readonly uuid: string;
  operation: OperationModel;
  /** The account that owns it; `null` for the station. */
  readonly ownerId: string | null;
  isPrivate: boolean;
  readonly sensorId: string;
  /** Id of the station whose receivers received it; `null` for this station. */
  readonly origin: string | null;
  /** The account that sent it here; `null` for what this station received itself. */
  readonly sender: string | null;
  readonly technology: string;
  readonly sourceType: Sighting["sourceType"];
  /** Address of the transmitter that it was first received from. */
  transmitter: string | null;
  readonly createdMs: number;
  updatedMs: number;
  firstMs: number;
  lastMs: number;
  recordCount: number;
  box: BoxE7 | null;
  declared: Declared;
  warnings: readonly Warning[];
  linkReason: LinkReason;
  linkConfidence: number;
  /** Whether a person has decided which operation it belongs to. */
  isPinned: boolean;
  /** State of the account's flight that it belongs to; shown while it has no telemetry. */
  plan: "planned" | "past" | "cancelled" | null;
  /** The aircraft of that flight, as its account describes it. */
  aircraft: DescribedAircraft | null;
  /** Its earliest and its newest position in memory or on its track. */
  firstFix: Fix | null;
  lastFix: Fix | null;
};

/** Whether it was imported from a log: it is history, however recently it ended, and never live. */
export function isImported({ sourceType }: Pick<SuboperationModel, "sourceType">): boolean {
  return sourceType === "import";
}

/** Identifies a sensor: two stations may use the same id for theirs. */
export function sensorKeyOf({ sensorId, origin }: Pick<SuboperationModel, "sensorId" | "origin">): string {
  return origin === null ? sensorId : `${sensorId}|${origin}`;
}

export const NOTHING_DECLARED: Declared = {
  identifiers: [],
  uaType: null,
  operatorId: null,
  classification: null,
  classificationType: null,
  descriptions: [],
  authentication: [],
};

/** Limits what a sender can add to its operation by declaring something new with every message. */
const MAX_TEXTS = 32;

/** Combines declarations: newer values take precedence; of texts and signatures the newest are kept. */
export function mergeDeclared(known: Declared, added: Declared): Declared {
  if (known === added) return known;
  return {
    identifiers: union(known.identifiers, added.identifiers, ({ type, value }) => `${type}:${value}`),
    uaType: added.uaType ?? known.uaType,
    operatorId: added.operatorId ?? known.operatorId,
    classification: added.classification ?? known.classification,
    classificationType: added.classificationType ?? known.classificationType,
    descriptions: newest(union(known.descriptions, added.descriptions, ({ type, value }) => `${type}:${value}`)),
    authentication: newest(union(known.authentication, added.authentication, ({ type, data }) => `${type}:${data}`)),
  };
}

/** The combined declarations of some suboperations; later ones take precedence. */
export function declaredBy(suboperations: readonly Pick<SuboperationModel, "declared">[]): Declared {
  return suboperations.reduce((known, { declared }) => mergeDeclared(known, declared), NOTHING_DECLARED);
}

/** One warning of each type; of two with a distance, the one with the larger distance. */
export function mergeWarnings(known: readonly Warning[], added: readonly Warning[]): readonly Warning[] {
  let merged = known;
  for (const warning of added) {
    const same = merged.find(({ type }) => type === warning.type);
    if (same === undefined) merged = [...merged, warning];
    else if ((warning.distanceM ?? 0) > (same.distanceM ?? 0)) merged = merged.with(merged.indexOf(same), warning);
  }
  return merged;
}

function union<T>(known: readonly T[], added: readonly T[], keyOf: (one: T) => string): readonly T[] {
  if (added === known || added.length === 0) return known;
  if (known.length === 0) return added;
  const keys = new Set(known.map(keyOf));
  const fresh = added.filter((one) => !keys.has(keyOf(one)));
  return fresh.length === 0 ? known : [...known, ...fresh];
}

function newest<T>(all: readonly T[]): readonly T[] {
  return all.length > MAX_TEXTS ? all.slice(-MAX_TEXTS) : all;
}
