import { expect, it } from "vitest";
import type { Alert } from "../../../../../server/contracts/alerts.ts";
import type { Timeline } from "../../../../../server/contracts/timeline.ts";
import { useText } from "../../text/index.ts";
import { findMarkedMoment } from "./marked-moment.ts";

const minute = (of: number) => Date.UTC(2026, 10, 22, 10, of);
const at = (of: number) => new Date(minute(of)).toISOString();
const TIMELINE: Timeline = {
  operations: [
    { id: "a", ua_identifiers: [{ type: "serial_number", value: "S1" }], from: at(0), to: at(5), warnings: [] },
    { id: "b", ua_identifiers: [], from: at(3), to: at(9), warnings: ["clock_implausible"] },
  ],
  is_complete: true,
  alerts: [
    {
      ...{ rule_name: "Over the school", began_at: at(3), last_at: at(4), ended_at: null, operation_id: "a" },
      detail: { identifier: "S1" },
    } as Alert,
  ],
  notes: [{ operation_id: "a", time: at(7), note: "seen from the gate" }],
  sources: [
    { source_id: "s", name: "Roof", state: "running", from: at(1), to: at(8) },
    { source_id: "s", name: "Roof", state: "waiting", from: at(8), to: at(9) },
  ],
};
const find = (ofMinute: number, direction: -1 | 1) => {
  const found = findMarkedMoment(TIMELINE, minute(ofMinute), direction, useText());
  return found && [new Date(found.timeMs).getUTCMinutes(), found.words];
};

it("finds what began next, all of it where several things began at once, and no operation or running source", () => {
  expect(find(-1, 1)).toEqual([3, "Warnings – Unknown aircraft: implausible clock; Alerts – S1: Over the school"]);
  expect(find(3, 1)).toEqual([7, "Notes – seen from the gate"]);
  expect(find(7, 1)).toEqual([8, "Sources – Roof: failed, tried again"]);
  expect(find(8, 1)).toBeUndefined();
});

it("finds what began before", () => {
  expect(find(30, -1)).toEqual([8, "Sources – Roof: failed, tried again"]);
  expect(find(7, -1)?.[0]).toBe(3);
  expect(find(3, -1)).toBeUndefined();
});
