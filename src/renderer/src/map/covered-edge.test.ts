import { expect, it } from "vitest";
import { type CoveredEdge, fitPaddingOf, middleOffsetPx, NOTHING_COVERED, uncoveredOf } from "./covered-edge.ts";

it("knows what can be seen of a map beside a card, on either side", () => {
  const covered: readonly CoveredEdge[] = [NOTHING_COVERED, { side: "right", px: 372 }, { side: "left", px: 372 }];
  expect(covered.map((edge) => uncoveredOf(1_000, edge))).toEqual([
    { fromPx: 0, toPx: 1_000 },
    { fromPx: 0, toPx: 628 },
    { fromPx: 372, toPx: 1_000 },
  ]);
  expect(covered.map((edge) => Math.abs(middleOffsetPx(edge)))).toEqual([0, 186, 186]);
  expect(covered.map((edge) => 500 + middleOffsetPx(edge))).toEqual([500, 314, 686]);
});

it("keeps what is brought into view beside the card, and beside the buttons at the other edge", () => {
  expect(fitPaddingOf(NOTHING_COVERED)).toEqual({ leftPx: 84, rightPx: 60 });
  expect(fitPaddingOf({ side: "right", px: 372 })).toEqual({ leftPx: 84, rightPx: 432 });
  expect(fitPaddingOf({ side: "left", px: 372 })).toEqual({ leftPx: 432, rightPx: 84 });
});
