import { isoFromMs, MINUTE_MS } from "../../server/kernel/clock.ts";
import { bodiesFor, type CloudBodies } from "./cloud.bodies.ts";
import type { AnswerParts } from "./cloud.answers.ts";
import { type CloudState, type CloudUser, type CloudVariant, createCloudState } from "./cloud.state.ts";

/** An answer that is no success; thrown, so that nothing is applied. */
export class CloudRefusal extends Error {
  override readonly name = "CloudRefusal";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** One request as a handler of the cloud sees it. */
export type CloudCall = {
  readonly user: CloudUser;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
};

export type CloudCore = {
  readonly variant: CloudVariant;
  readonly bodies: CloudBodies;
  readonly users: readonly CloudUser[];
  readonly now: () => number;
  readonly newId: () => string;
  /** What the cloud has; replaced when it is restored from a copy. */
  state: CloudState;
  /** Values that a field had, by `fieldKey`, for the check that no edit is lost. */
  readonly history: Map<string, unknown[]>;
  /** Points that are refused, by `pointKey`; and the greatest number of points in a request. */
  readonly poison: Set<string>;
  maxPoints: number;
  /** Longest page, whatever a request asks for. */
  maxPage: number;
  /** Positions and heights are rounded to 10⁻⁶ degrees and decimetres. */
  isRounding: boolean;
  /** How many points of the next upload are stored before it fails. */
  failAfterRows: number | null;
  /** Called for every flight that is written. */
  onFlight: (flight: { readonly id: string; readonly visibility: string; readonly owner: string }) => void;
};

export type CloudCoreOptions = {
  readonly variant: CloudVariant;
  readonly users: readonly CloudUser[];
  readonly now: () => number;
  readonly newId: () => string;
};

export function createCloudCore({ variant, users, now, newId }: CloudCoreOptions): CloudCore {
  return {
    variant,
    bodies: bodiesFor(variant),
    users,
    now,
    newId,
    state: createCloudState(),
    history: new Map(),
    poison: new Set(),
    maxPoints: Infinity,
    maxPage: variant.maxPageEntries,
    isRounding: false,
    failAfterRows: null,
    onFlight: () => {},
  };
}

export const fieldKey = (kind: string, id: string, field: string) => `${kind} ${id} ${field}`;
export const pointKey = (flight: string, timeMs: number) => `${flight} ${timeMs}`;

/** Records the values that fields of a record have now. */
export function recordFieldValues(core: CloudCore, kind: string, id: string, record: object): void {
  for (const [field, value] of Object.entries(record)) {
    const key = fieldKey(kind, id, field);
    const values = core.history.get(key);
    const text = JSON.stringify(value);
    if (values === undefined) core.history.set(key, [text]);
    else if (values.at(-1) !== text) values.push(text);
  }
}

export const partsOf = (core: CloudCore): AnswerParts => ({ state: core.state, users: core.users });

/** Ends the processing of flights that are due. */
export function finishProcessing(core: CloudCore): void {
  for (const flight of core.state.flights.values()) {
    if (flight.status !== "processing" || flight.processedMs === null || flight.processedMs > core.now()) continue;
    const times = (core.state.points.get(flight.id) ?? []).map(({ time }) => Date.parse(time));
    const [firstMs, lastMs] = [Math.min(...times), Math.max(...times)];
    core.state.flights.set(flight.id, {
      ...flight,
      status: "finished",
      closing_flag: flight.closing_flag ?? "nominal",
      distance: times.length === 0 ? 0 : times.length * 10,
      duration: times.length === 0 ? 0 : Math.round((lastMs - firstMs) / 1000),
      date_finished: times.length === 0 ? flight.date_finished : isoFromMs(lastMs),
    });
  }
}

/** How long post-processing takes. */
export const PROCESSING_MS = MINUTE_MS;

/** A page of a list: `limit` is 10 when it is not given, as of all account lists of the document. */
export function pageOf<T>({ variant, maxPage }: CloudCore, list: readonly T[], query: URLSearchParams): readonly T[] {
  const limit = wholeNumber(query, "limit", 10);
  const offset = wholeNumber(query, "offset", 0);
  if (limit < 1) throw new CloudRefusal(400, "validation_error", "limit: must be at least 1.");
  if (limit > variant.maxPageEntries && variant.refusesLongPages) {
    throw new CloudRefusal(400, "validation_error", `limit: must be at most ${variant.maxPageEntries}.`);
  }
  return list.slice(offset, offset + Math.min(limit, maxPage));
}

function wholeNumber(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  if (!/^\d+$/.test(text)) throw new CloudRefusal(400, "validation_error", `${name}: must be a whole number.`);
  return Number(text);
}

/** Sorted as `ordering` says; a stable order where it says nothing. */
export function ordered<T>(list: readonly T[], query: URLSearchParams, valueOf: (item: T, field: string) => unknown) {
  const fields = (query.get("ordering") ?? "").split(",").filter((field) => field !== "");
  return [...list].sort((a, b) => {
    for (const field of fields) {
      const isDescending = field.startsWith("-");
      const name = isDescending ? field.slice(1) : field;
      const [one, other] = [String(valueOf(a, name) ?? ""), String(valueOf(b, name) ?? "")];
      if (one !== other) return one < other === isDescending ? 1 : -1;
    }
    return 0;
  });
}

export function parseBody<T>(
  schema: {
    readonly safeParse: (body: unknown) => {
      success: boolean;
      data?: T;
      error?: { issues: readonly { path: PropertyKey[]; message: string }[] };
    };
  },
  body: unknown,
): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data!;
  const words = result.error!.issues.slice(0, 5).map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new CloudRefusal(400, "validation_error", words.join(" "));
}
