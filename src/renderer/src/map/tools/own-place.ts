import type { StationPosition } from "../../../../../server/contracts/receiver-settings.ts";
import type { LatLon } from "../../tracks/mercator.ts";

/** Where the person is, and how that is known. */
export type OwnPlace =
  | { readonly kind: "by_hand"; readonly place: LatLon }
  | {
      readonly kind: "receiver";
      readonly place: LatLon;
      readonly ageMs: number;
      /** Horizontally, metres; null where the receiver states none. */
      readonly accuracyM: number | null;
    };

/** The station gives no older one out; one that is still here was not replaced, because the connection is lost. */
const MAX_AGE_MS = 15_000;

/** The station's receiver, while it knows and is wanted; otherwise what was set by hand. `nowMs` is the station's clock. */
export function ownPlaceOf(
  position: StationPosition | undefined,
  { byHand, isReceiverUsed, nowMs }: { byHand: LatLon | undefined; isReceiverUsed: boolean; nowMs: number },
): OwnPlace | undefined {
  const ageMs = position === undefined ? Infinity : nowMs - Date.parse(position.time);
  if (position !== undefined && isReceiverUsed && ageMs <= MAX_AGE_MS) {
    const { latitude, longitude, accuracy_m: accuracyM } = position;
    return { kind: "receiver", place: { latitude, longitude }, ageMs: Math.max(0, ageMs), accuracyM };
  }
  return byHand === undefined ? undefined : { kind: "by_hand", place: byHand };
}
