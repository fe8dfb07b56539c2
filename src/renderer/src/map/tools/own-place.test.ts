import { expect, it } from "vitest";
import { ownPlaceOf } from "./own-place.ts";

const NOW_MS = Date.UTC(2026, 10, 22, 12);
const byHand = { latitude: 50, longitude: 14 };
const position = {
  latitude: 47.07,
  longitude: 15.43,
  altitude_m: null,
  altitude_reference: null,
  accuracy_m: 4,
  time: new Date(NOW_MS - 2000).toISOString(),
  source_id: "00000000-0000-4000-8000-0000000000a1",
};
const options = { byHand, isReceiverUsed: true, nowMs: NOW_MS };

it("is where the station's receiver says, with its age, while it knows and is wanted", () => {
  expect(ownPlaceOf(position, options)).toEqual({
    kind: "receiver",
    place: { latitude: 47.07, longitude: 15.43 },
    ageMs: 2000,
    accuracyM: 4,
  });
  expect(ownPlaceOf(position, { ...options, isReceiverUsed: false })).toEqual({ kind: "by_hand", place: byHand });
});

it("is what was set by hand where the receiver does not know, or has sent nothing for a while", () => {
  expect(ownPlaceOf(undefined, options)).toEqual({ kind: "by_hand", place: byHand });
  expect(ownPlaceOf(position, { ...options, nowMs: NOW_MS + 60_000 })).toEqual({ kind: "by_hand", place: byHand });
  expect(ownPlaceOf(undefined, { ...options, byHand: undefined })).toBeUndefined();
});
