import type { EvidenceRequest } from "../../contracts/evidence.ts";
import { type Bbox, formatBbox, parseBbox } from "../../kernel/geo.ts";
import type { TimeRange } from "../../kernel/time-range.ts";

/** The contents that are requested of a pack; bounds that are not given follow from the operations. */
export type EvidenceSelection = {
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly bbox: Bbox | null;
  readonly operations: readonly string[] | null;
};

export type SelectionResult =
  | { readonly kind: "selection"; readonly selection: EvidenceSelection }
  | { readonly kind: "invalid"; readonly messages: readonly string[] };

/** Reads the selection of a request. Messages begin with the field that they are about. */
export function readSelection({ from, to, bbox, operations }: EvidenceRequest): SelectionResult {
  const messages: string[] = [];
  const fromMs = from === undefined ? null : Date.parse(from);
  const toMs = to === undefined ? null : Date.parse(to);
  if (operations === undefined) {
    if (fromMs === null) messages.push("from: is required unless operations are given.");
    if (toMs === null) messages.push("to: is required unless operations are given.");
  }
  if (fromMs !== null && toMs !== null && toMs < fromMs) messages.push("to: must not be before from.");
  const box = bbox === undefined ? undefined : parseBbox(typeof bbox === "string" ? bbox : bbox.join(","));
  if (box?.kind === "invalid") messages.push(`bbox: ${box.message}.`);
  if (messages.length > 0) return { kind: "invalid", messages };
  const selection = {
    fromMs,
    toMs,
    bbox: box?.kind === "bbox" ? box.bbox : null,
    operations: operations === undefined ? null : [...new Set<string>(operations)],
  };
  return { kind: "selection", selection };
}

/** The range that a pack covers: the requested one, otherwise that of the tracks. */
export function rangeOf(
  { fromMs, toMs }: EvidenceSelection,
  tracks: readonly { readonly firstMs: number; readonly lastMs: number }[],
): TimeRange {
  const first = tracks.reduce((least, track) => Math.min(least, track.firstMs), Infinity);
  const last = tracks.reduce((greatest, track) => Math.max(greatest, track.lastMs), -Infinity);
  return { fromMs: fromMs ?? first, toMs: toMs ?? last };
}

export function placeText(bbox: Bbox | null): string | null {
  return bbox === null ? null : formatBbox(bbox);
}
