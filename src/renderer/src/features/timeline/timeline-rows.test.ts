import { describe, expect, it } from "vitest";
import type { Alert } from "../../../../../server/contracts/alerts.ts";
import type { Timeline } from "../../../../../server/contracts/timeline.ts";
import { useText } from "../../text/index.ts";
import { placeMarks, TIMELINE_ROWS, type TimelineMark, timelineRows } from "./timeline-rows.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 10, minute)).toISOString();
const alert = (facts: Partial<Alert>) =>
  ({ rule_name: "Over the school", began_at: at(2), last_at: at(3), operation_id: null, ...facts }) as Alert;
const TIMELINE: Timeline = {
  operations: [
    { id: "a", ua_identifiers: [{ type: "serial_number", value: "S1" }], from: at(0), to: at(5), warnings: [] },
    { id: "b", ua_identifiers: [], from: at(3), to: at(9), warnings: ["clock_implausible"] },
  ],
  is_complete: true,
  alerts: [
    alert({ operation_id: "a", detail: { identifier: "S1" }, ended_at: at(4) }),
    alert({ sensor_id: "ROOF", detail: {}, ended_at: null }),
  ],
  notes: [{ operation_id: "a", time: at(7), note: "seen from the gate" }],
  sources: [
    { source_id: "s", name: "Roof", state: "running", from: at(0), to: at(4) },
    { source_id: "s", name: "Roof", state: "waiting", from: at(4), to: at(5) },
  ],
};

describe("the rows", () => {
  it("show operations, warnings, notes and the states of sources, each with what it says", () => {
    const rows = TIMELINE_ROWS.map(({ id, marksOf }) => [
      id,
      ...marksOf(TIMELINE, useText()).map(({ tone, hint }) => `${tone}: ${hint}`),
    ]);
    expect(rows).toEqual([
      ["operations", "operation: S1", "operation: Unknown aircraft"],
      ["warnings", "warning: Unknown aircraft: implausible clock"],
      ["alerts", "alert: S1: Over the school", "alert: ROOF: Over the school"],
      ["notes", "note: seen from the gate"],
      ["sources", "up: Roof: running", "down: Roof: failed, tried again"],
    ]);
  });
});

it("an alert that goes on reaches to the last record for which it held", () => {
  const row = TIMELINE_ROWS.find(({ id }) => id === "alerts")!;
  const marks = row.marksOf(TIMELINE, useText());
  expect(marks.map(({ fromMs, toMs }) => [fromMs, toMs].map((ms) => new Date(ms).getUTCMinutes()))).toEqual([
    [2, 4],
    [2, 3],
  ]);
});

describe("marks that overlap", () => {
  const mark = (fromMs: number, toMs: number): TimelineMark => ({
    fromMs,
    toMs,
    tone: "operation",
    hint: "",
    operationId: undefined,
  });

  it("are put on lines below one another, and a line is used again when it is free", () => {
    const placed = placeMarks([mark(5, 9), mark(0, 10), mark(11, 12), mark(9, 20)], 3, 1);
    expect(placed.map(({ fromMs, line }) => [fromMs, line])).toEqual([
      [0, 0],
      [5, 1],
      [9, 2],
      [11, 0],
    ]);
  });

  it("share the last line when there are too many", () => {
    expect(placeMarks([mark(0, 9), mark(0, 9), mark(0, 9)], 2, 0).map(({ line }) => line)).toEqual([0, 1, 1]);
  });
});

it("gives the height that a person adds to the operations, and has one row where it is closed", () => {
  const heights = (isOpen: boolean, extraPx: number) => timelineRows(isOpen, extraPx).map(({ heightPx }) => heightPx);
  expect(heights(true, 60)).toEqual([98, 14, 14, 14, 14]);
  expect(heights(true, 0)).toEqual(TIMELINE_ROWS.map(({ heightPx }) => heightPx));
  expect(heights(false, 60)).toHaveLength(1);
});
