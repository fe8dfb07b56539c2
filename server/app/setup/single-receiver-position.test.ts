import { expect, it } from "vitest";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { createSingleReceiverPosition } from "./single-receiver-position.ts";

const NOON_MS = Date.UTC(2026, 5, 1, 12);
const here = { latitudeE7: 501_000_000, longitudeE7: 144_000_000 };

it("is the position that the only receiver of the last ten minutes reports, and otherwise unknown", () => {
  let nowMs = NOON_MS;
  const receiver = createSingleReceiverPosition({ now: () => nowMs });
  expect(receiver.find()).toBeUndefined();
  receiver.note("roof", { latitudeE7: null, longitudeE7: null, timeMs: nowMs });
  expect(receiver.find()).toBeUndefined();
  receiver.note("roof", { ...here, timeMs: nowMs });
  expect(receiver.find()).toEqual({ latitude: 50.1, longitude: 14.4, altitudeM: null });
  receiver.note("van", { latitudeE7: 490_000_000, longitudeE7: 144_000_000, timeMs: nowMs });
  expect(receiver.find()).toBeUndefined();
  nowMs += 11 * MINUTE_MS;
  expect(receiver.find()).toBeUndefined();
  receiver.note("roof", { ...here, timeMs: nowMs });
  expect(receiver.find()).toMatchObject({ latitude: 50.1 });
});
