import type { StationPosition } from "../../../../../server/contracts/receiver-settings.ts";
import type { LatLon } from "../../tracks/mercator.ts";

/** The person's place and its origin. */
export type OwnPlace =
  | { readonly kind: "by_hand"; readonly place: LatLon }
  | {
      readonly kind: "receiver";
      readonly place: LatLon;
      readonly ageMs: number;
      /** Horizontally, metres; null where the receiver states none. */
      readonly accuracyM: number | null;
    };

/** The station never sends an older position; an older one here means that the connection was lost. */
const MAX_AGE_MS = 15_000;

/** From the station's receiver, if chosen and known; otherwise set manually. `nowMs` is on the station's clock. */
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
