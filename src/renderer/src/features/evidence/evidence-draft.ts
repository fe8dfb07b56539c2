import type { z } from "zod";
import {
  EVIDENCE_FORMATS,
  type EvidenceFormat,
  type EvidenceRequest,
} from "../../../../../server/contracts/evidence.ts";
import {
  bboxOrStored,
  isStoredRegion,
  type RegionDraft,
  regionAround,
  type RegionProblem,
  regionProblem,
} from "../../ui/region.ts";

/** The values of the form of a pack. */
export interface EvidenceDraft {
  title: string;
  /** ISO 8601 in UTC; empty when none is chosen. */
  from: string;
  to: string;
  hasPlace: boolean;
  place: EvidencePlace;
  /** Ids of the chosen operations; empty for all. */
  operations: readonly string[];
  formats: readonly EvidenceFormat[];
  withAlerts: boolean;
  withRaw: boolean;
}

/** Where the operations of a pack were. */
export interface EvidencePlace {
  readonly region: RegionDraft;
  /** The exact box that was drawn on the map; it is used as long as the fields of the region match it. */
  readonly drawn: string | undefined;
}

export type EvidenceProblem = "title" | "from" | "to" | "order" | RegionProblem;

export type EvidenceOutcome =
  | { readonly kind: "request"; readonly request: z.input<typeof EvidenceRequest> }
  | { readonly kind: "problems"; readonly problems: readonly EvidenceProblem[] };

/** An empty form with the selection with which the page was opened. */
export function evidenceDraftOf(
  opened: { readonly from: string; readonly to: string; readonly operations: readonly string[] },
  place: { readonly latitude: number; readonly longitude: number } | undefined,
): EvidenceDraft {
  return {
    title: "",
    ...opened,
    hasPlace: false,
    place: { region: { ...regionAround(place), km: "5" }, drawn: undefined },
    formats: [...EVIDENCE_FORMATS],
    withAlerts: true,
    withRaw: false,
  };
}

/** Operations determine the time; without them, both ends are required. */
export function evidenceOutcomeOf(draft: EvidenceDraft): EvidenceOutcome {
  const problems: EvidenceProblem[] = [];
  const { from, to, operations } = draft;
  if (draft.title.trim() === "") problems.push("title");
  if (operations.length === 0 && from === "") problems.push("from");
  if (operations.length === 0 && to === "") problems.push("to");
  if (from !== "" && to !== "" && to < from) problems.push("order");
  const { region, drawn } = draft.place;
  const place = draft.hasPlace && !isStoredRegion(region, drawn) ? regionProblem(region) : undefined;
  if (place !== undefined) problems.push(place);
  if (problems.length > 0) return { kind: "problems", problems };
  const request = {
    title: draft.title.trim(),
    ...(from === "" ? {} : { from }),
    ...(to === "" ? {} : { to }),
    ...(draft.hasPlace ? { bbox: bboxOrStored(region, drawn) } : {}),
    ...(operations.length === 0 ? {} : { operations: [...operations] }),
    formats: [...draft.formats],
    with_alerts: draft.withAlerts,
    with_raw: draft.withRaw,
  };
  return { kind: "request", request };
}

/** In the order in which formats are offered. */
export function withFormat(formats: readonly EvidenceFormat[], format: EvidenceFormat): readonly EvidenceFormat[] {
  const isChosen = formats.includes(format);
  return EVIDENCE_FORMATS.filter((one) => (one === format ? !isChosen : formats.includes(one)));
}

/** A file name that is valid on every file system: the title without special characters. */
export function packNameOf(title: string, nowMs: number): string {
  const plain = title
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  const day = new Date(nowMs).toISOString().slice(0, 10);
  return `evidence-${[plain, day].filter((part) => part !== "").join("-")}.zip`;
}
