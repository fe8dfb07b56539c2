import type { LinkReason } from "../../contracts/operations.ts";
import type { Declared, Sighting, Warning } from "../../kernel/sighting.ts";
import type { Fix } from "./fusion.rules.ts";

/** A flight: the suboperations that were merged into it. */
export type OperationModel = {
  readonly id: number;
  readonly uuid: string;
  readonly createdMs: number;
  updatedMs: number;
  firstMs: number;
  lastMs: number;
  readonly suboperations: SuboperationModel[];
};

/** What one sensor saw of one aircraft over one technology. Degrees × 10⁷ in the box. */
export type SuboperationModel = {
  readonly id: number;
  readonly uuid: string;
  operation: OperationModel;
  /** Whose it is; `null` for the station. */
  readonly ownerId: string | null;
  isPrivate: boolean;
  readonly sensorId: string;
  readonly technology: string;
  readonly sourceType: Sighting["sourceType"];
  /** The one it was first heard from. */
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
  /** What the flight that it is of was planned to be; shown while it has no telemetry. */
  plan: "planned" | "past" | "cancelled" | null;
  lastFix: Fix | null;
};

/** Whether it is of a log that was imported: history, however short ago it ended, and never live. */
export function isImported({ sourceType }: Pick<SuboperationModel, "sourceType">): boolean {
  return sourceType === "import";
}

export type BoxE7 = { readonly west: number; readonly south: number; readonly east: number; readonly north: number };

export function widen(box: BoxE7 | null, point: { readonly longitudeE7: number; readonly latitudeE7: number }): BoxE7 {
  const { longitudeE7: x, latitudeE7: y } = point;
  if (box === null) return { west: x, south: y, east: x, north: y };
  if (x >= box.west && x <= box.east && y >= box.south && y <= box.north) return box;
  return {
    west: Math.min(box.west, x),
    south: Math.min(box.south, y),
    east: Math.max(box.east, x),
    north: Math.max(box.north, y),
  };
}

export function joinBoxes(a: BoxE7 | null, b: BoxE7 | null): BoxE7 | null {
  if (a === null || b === null) return a ?? b;
  return {
    west: Math.min(a.west, b.west),
    south: Math.min(a.south, b.south),
    east: Math.max(a.east, b.east),
    north: Math.max(a.north, b.north),
  };
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

/** A sender that says something new with every message must not make its operation grow without end. */
const MAX_TEXTS = 32;

/** What is known after more was declared: newer values win; of texts and signatures the newest are kept. */
export function mergeDeclared(known: Declared, heard: Declared): Declared {
  if (known === heard) return known;
  return {
    identifiers: union(known.identifiers, heard.identifiers, ({ type, value }) => `${type}:${value}`),
    uaType: heard.uaType ?? known.uaType,
    operatorId: heard.operatorId ?? known.operatorId,
    classification: heard.classification ?? known.classification,
    classificationType: heard.classificationType ?? known.classificationType,
    descriptions: newest(union(known.descriptions, heard.descriptions, ({ type, value }) => `${type}:${value}`)),
    authentication: newest(union(known.authentication, heard.authentication, ({ type, data }) => `${type}:${data}`)),
  };
}

export function mergeWarnings(known: readonly Warning[], heard: readonly Warning[]): readonly Warning[] {
  const fresh = heard.filter((warning) => !known.some(({ type }) => type === warning.type));
  return fresh.length === 0 ? known : [...known, ...fresh];
}

function union<T>(known: readonly T[], heard: readonly T[], keyOf: (one: T) => string): readonly T[] {
  const keys = new Set(known.map(keyOf));
  const fresh = heard.filter((one) => !keys.has(keyOf(one)));
  return fresh.length === 0 ? known : [...known, ...fresh];
}

function newest<T>(all: readonly T[]): readonly T[] {
  return all.length > MAX_TEXTS ? all.slice(-MAX_TEXTS) : all;
}
