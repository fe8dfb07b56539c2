import { expect, test } from "vitest";
import type { Operation } from "../../../../../server/contracts/operations.ts";
import { startOf } from "./listed-times.ts";

const suboperation = (time: string) => ({ time_first_telemetry: time }) as Operation["suboperations"][number];
const created = { time_created: "2026-11-19T15:00:00.000Z", time_first_telemetry: null };

test("a flight that was planned yesterday and has begun without telemetry is listed with the time it began", () => {
  const suboperations = [suboperation("2026-11-20T09:00:00.000Z")];
  expect(startOf({ ...created, suboperations })).toBe(Date.UTC(2026, 10, 20, 9));
});

test("an operation is listed with its first suboperation, and without any with its creation", () => {
  const suboperations = [suboperation("2026-11-20T09:30:00.000Z"), suboperation("2026-11-20T09:00:00.000Z")];
  expect(startOf({ ...created, suboperations })).toBe(Date.UTC(2026, 10, 20, 9));
  expect(startOf({ ...created, suboperations: [] })).toBe(Date.UTC(2026, 10, 19, 15));
});
