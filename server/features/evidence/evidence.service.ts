import type { EvidenceRequest } from "../../contracts/evidence.ts";
import { FORMATS, isMapFormat } from "../../contracts/formats.ts";
import { ALL_TIME, isoFromMs } from "../../kernel/clock.ts";
import type { EvidenceKey, EvidencePlan } from "../../kernel/evidence-plan.ts";
import type { Bbox } from "../../kernel/geo.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { ListedRecord } from "../../kernel/telemetry-plan.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import { collectContent } from "./evidence.content.ts";
import type { EvidenceDeps, EvidenceTrack } from "./evidence.deps.ts";
import { type EvidenceSelection, placeText, rangeOf, readSelection } from "./evidence.rules.ts";

/** The most operations and records of a pack; more can be requested in parts. */
export const MAX_PACK_OPERATIONS = 10_000;
export const MAX_PACK_RECORDS = 10_000_000;

const WORLD: Bbox = { west: -180, south: -90, east: 180, north: 90 };
const RECORDS: readonly ListedRecord[] = ["ua", "operator", "system"];

export type EvidencePlanResult =
  | { readonly kind: "plan"; readonly plan: EvidencePlan; readonly operations: number }
  | { readonly kind: "invalid"; readonly messages: readonly string[] }
  | { readonly kind: "no_operation"; readonly id: string }
  /** Frames as they were received are for administrators only. */
  | { readonly kind: "forbidden" };

export type EvidenceService = {
  /** Chooses the contents of a pack, within the caller's access rights. */
  readonly plan: (request: EvidenceRequest, caller: Principal, signal: AbortSignal) => Promise<EvidencePlanResult>;
};

export function createEvidenceService(deps: EvidenceDeps, getKey: () => EvidenceKey): EvidenceService {
  const tooMuch = (what: string, most: number) =>
    ({
      kind: "invalid",
      messages: [
        `to: there are more than ${most.toLocaleString("en")} ${what} in it; make several packs of shorter times.`,
      ],
    }) as const;

  return {
    async plan(request, caller, signal) {
      const read = readSelection(request);
      if (read.kind === "invalid") return read;
      if (request.with_raw && !caller.isAdministrator) return { kind: "forbidden" };
      await deps.committed();
      const { selection } = read;
      const selected = selectTracks(deps, selection, caller);
      if (selected.kind !== "tracks") return selected;
      const range = rangeOf(selection, selected.tracks);
      if (!Number.isFinite(range.fromMs + range.toMs)) {
        return { kind: "invalid", messages: ["from: is required, because nothing was received of these operations."] };
      }
      const tracks = selected.tracks.filter(({ firstMs, lastMs }) => firstMs <= range.toMs && lastMs >= range.fromMs);
      const operations = new Set(tracks.map(({ operationId }) => operationId));
      if (operations.size > MAX_PACK_OPERATIONS) return tooMuch("operations", MAX_PACK_OPERATIONS);
      const received = deps.planTracks("ua", tracks, range, true);
      if (received.expected.records > MAX_PACK_RECORDS) return tooMuch("records", MAX_PACK_RECORDS);
      await yieldToEventLoop(signal);

      const madeMs = deps.clock.now();
      const key = getKey();
      const content = await collectContent(deps, { request, tracks, range, caller, signal, madeMs, key });
      const plan: EvidencePlan = {
        title: request.title,
        range,
        madeMs,
        texts: content.texts,
        telemetry: telemetryOf(deps, request, tracks, range),
        receptions: {
          windows: received.windows,
          origins: new Map(tracks.map((track) => [track.suboperation, track])),
        },
        hasRawFrames: request.with_raw,
        report: { ...content.report, place: placeText(selection.bbox) },
        key,
        worldDir: deps.worldDir,
      };
      return { kind: "plan", plan, operations: operations.size };
    },
  };
}

/** A file for each kind of record in each format; the records of sensors cannot be written in the formats of tracks. */
function telemetryOf(
  deps: EvidenceDeps,
  { formats }: EvidenceRequest,
  tracks: readonly EvidenceTrack[],
  range: TimeRange,
): EvidencePlan["telemetry"] {
  return [...new Set(formats)].flatMap((format) =>
    RECORDS.map((record) => ({
      path: `telemetry/${NAMES[record]}.${FORMATS[format].extension}`,
      format,
      plan: deps.planTracks(record, tracks, range, isMapFormat(format)),
    })),
  );
}

const NAMES: Readonly<Record<ListedRecord, string>> = { ua: "aircraft", operator: "operators", system: "sensors" };

function selectTracks(
  deps: EvidenceDeps,
  { operations, bbox, fromMs, toMs }: EvidenceSelection,
  caller: Principal,
):
  | { readonly kind: "tracks"; readonly tracks: readonly EvidenceTrack[] }
  | { readonly kind: "no_operation"; readonly id: string } {
  const viewer = { caller, isPublicExcluded: false };
  const range = { fromMs: fromMs ?? ALL_TIME.fromMs, toMs: toMs ?? ALL_TIME.toMs };
  const inside = () => deps.tracksByNumber(deps.tracksInside(bbox ?? WORLD, range), true, viewer);
  if (operations === null) return { kind: "tracks", tracks: inOrder(inside()) };
  const chosen: EvidenceTrack[] = [];
  for (const id of operations) {
    const tracks = deps.tracksOfOperation(id, null, viewer);
    if (tracks.length === 0) return { kind: "no_operation", id };
    chosen.push(...tracks);
  }
  const wanted = bbox === null ? undefined : new Set(inside().map(({ suboperation }) => suboperation));
  return { kind: "tracks", tracks: inOrder(chosen.filter(({ suboperation }) => wanted?.has(suboperation) ?? true)) };
}

/** Operation by operation, each once, in an order that is the same each time. */
function inOrder(tracks: readonly EvidenceTrack[]): readonly EvidenceTrack[] {
  const byNumber = new Map(tracks.map((track) => [track.suboperation, track]));
  const starts = new Map<string, number>();
  for (const { operationId, firstMs } of byNumber.values()) {
    starts.set(operationId, Math.min(firstMs, starts.get(operationId) ?? Infinity));
  }
  const keyOf = ({ operationId, firstMs, suboperationId }: EvidenceTrack) =>
    [isoSortable(starts.get(operationId)!), operationId, isoSortable(firstMs), suboperationId].join(" ");
  return [...byNumber.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function isoSortable(timeMs: number): string {
  return Number.isFinite(timeMs) ? isoFromMs(timeMs) : "";
}
