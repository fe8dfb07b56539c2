import { expect, it } from "vitest";
import type { TakeAlong, TakeAlongPart } from "../../../../../server/contracts/sync-region.ts";
import { takeAlongParts } from "./take-along.rules.ts";

const NOW_MS = Date.parse("2026-11-22T12:00:00Z");
const part = (values: Partial<TakeAlongPart>): TakeAlongPart => ({
  part: "plans",
  state: "done",
  count: 3,
  total: 3,
  as_of: "2026-11-22T11:00:00Z",
  detail: null,
  ...values,
});
const partsOf = (...parts: readonly Partial<TakeAlongPart>[]) =>
  takeAlongParts({ parts: parts.map(part) } as unknown as TakeAlong, NOW_MS);

it("says how old each part is, also of one that failed now", () => {
  const [fresh, old, never] = partsOf({}, { state: "failed", as_of: "2026-11-20T11:00:00Z" }, { as_of: null });
  expect(fresh).toMatchObject({ ageMs: 3_600_000, isOld: false, isTroubled: false });
  expect(old).toMatchObject({ isOld: true, isTroubled: true });
  expect(never).toMatchObject({ ageMs: undefined, isOld: false });
});

it("has a progress only while it is fetched and its size is known", () => {
  const running = { state: "running", count: 1 } as const;
  const [known, unknown, done] = partsOf({ ...running, total: 4 }, { ...running, total: null }, { count: 1, total: 4 });
  expect([known?.progress, unknown?.progress, done?.progress]).toEqual([0.25, undefined, undefined]);
});
