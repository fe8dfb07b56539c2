import type { Timeline } from "../../../../../server/contracts/timeline.ts";
import type { Text, TextKey } from "../../text/index.ts";
import { primaryIdentifier } from "../../tracks/identity.ts";

export type MarkTone = "operation" | "up" | "down" | "warning" | "alert" | "note";

/** One mark of a row: a bar, or a point in time where both ends are the same. Unix milliseconds. */
export interface TimelineMark {
  readonly fromMs: number;
  readonly toMs: number;
  readonly tone: MarkTone;
  /** The text while the pointer is over it. */
  readonly hint: string;
  /** The operation that it is about. */
  readonly operationId: string | undefined;
}

/** A row of the strip. Another kind of event is one more entry below. */
export interface TimelineRow {
  readonly id: string;
  readonly name: TextKey;
  readonly heightPx: number;
  /** Marks that overlap are put on lines below one another; otherwise they are drawn over each other. */
  readonly isStacked: boolean;
  readonly marksOf: (timeline: Timeline, text: Text) => readonly TimelineMark[];
}

export const TIMELINE_ROWS: readonly TimelineRow[] = [
  { id: "operations", name: "timeline.rows.operations", heightPx: 38, isStacked: true, marksOf: operationMarks },
  { id: "warnings", name: "timeline.rows.warnings", heightPx: 14, isStacked: false, marksOf: warningMarks },
  { id: "alerts", name: "timeline.rows.alerts", heightPx: 14, isStacked: true, marksOf: alertMarks },
  { id: "notes", name: "timeline.rows.notes", heightPx: 14, isStacked: false, marksOf: noteMarks },
  { id: "sources", name: "timeline.rows.sources", heightPx: 14, isStacked: true, marksOf: sourceMarks },
];

/** The rows if there is room for only one line. */
export const LINE_ROWS: readonly TimelineRow[] = [{ ...TIMELINE_ROWS[0]!, heightPx: 20 }];

/** The rows of the timeline; the additional height that a person sets is used for the operations. */
export function timelineRows(isOpen: boolean, extraPx: number): readonly TimelineRow[] {
  if (!isOpen) return LINE_ROWS;
  return TIMELINE_ROWS.map((row) => (row.id === "operations" ? { ...row, heightPx: row.heightPx + extraPx } : row));
}

function operationMarks({ operations }: Timeline, { t }: Text): readonly TimelineMark[] {
  return operations.map((operation) => ({
    fromMs: Date.parse(operation.from),
    toMs: Date.parse(operation.to),
    tone: "operation",
    hint: primaryIdentifier(operation) ?? t("live.unknownAircraft"),
    operationId: operation.id,
  }));
}

/** A warning belongs to a whole operation: when it was raised is not recorded. */
function warningMarks({ operations }: Timeline, { t, labelFor }: Text): readonly TimelineMark[] {
  return operations.flatMap((operation) =>
    operation.warnings.length === 0
      ? []
      : {
          fromMs: Date.parse(operation.from),
          toMs: Date.parse(operation.to),
          tone: "warning",
          hint: t("timeline.warningOf", {
            name: primaryIdentifier(operation) ?? t("live.unknownAircraft"),
            warnings: operation.warnings.map((type) => labelFor("timeline.warnings", type)).join(", "),
          }),
          operationId: operation.id,
        },
  );
}

/** An ongoing alert extends to the last record for which its condition was true. */
function alertMarks({ alerts }: Timeline, { t, fromStation }: Text): readonly TimelineMark[] {
  return alerts.map(({ rule_name: rule, detail, sensor_id: sensor, operation_id: operation, ...times }) => ({
    fromMs: Date.parse(times.began_at),
    toMs: Date.parse(times.ended_at ?? times.last_at),
    tone: "alert",
    hint: t("timeline.alertOf", {
      name: detail.identifier ?? sensor ?? t("live.unknownAircraft"),
      rule: fromStation(rule),
    }),
    operationId: operation ?? undefined,
  }));
}

function noteMarks({ notes }: Timeline): readonly TimelineMark[] {
  return notes.map(({ operation_id, time, note }) => ({
    fromMs: Date.parse(time),
    toMs: Date.parse(time),
    tone: "note",
    hint: note,
    operationId: operation_id,
  }));
}

function sourceMarks({ sources }: Timeline, { t }: Text): readonly TimelineMark[] {
  return sources.map(({ name, state, from, to }) => ({
    fromMs: Date.parse(from),
    toMs: Date.parse(to),
    tone: state === "running" ? "up" : "down",
    hint: t(state === "running" ? "timeline.sourceUp" : "timeline.sourceDown", { name }),
    operationId: undefined,
  }));
}

/** A mark on one of the lines of its row. */
export interface PlacedMark extends TimelineMark {
  readonly line: number;
}

/** Puts each mark on the first line that is free by then; more than `maxLines` share the last one. */
export function placeMarks(marks: readonly TimelineMark[], maxLines: number, gapMs: number): readonly PlacedMark[] {
  const freeFromMs: number[] = [];
  return marks
    .toSorted((a, b) => a.fromMs - b.fromMs)
    .map((mark) => {
      const free = freeFromMs.findIndex((timeMs) => timeMs <= mark.fromMs);
      const line = free >= 0 ? free : Math.min(freeFromMs.length, maxLines - 1);
      freeFromMs[line] = Math.max(freeFromMs[line] ?? -Infinity, mark.toMs + gapMs);
      return { ...mark, line };
    });
}
