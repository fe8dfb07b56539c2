import type { TransmissionTechnology } from "../../contracts/common.ts";
import type { DecodedFrame, Refused, Transmitter } from "../decoded.ts";
import { decodeOdid } from "./odid.decode.ts";

/** How a radio frame was received. */
export type Reception = {
  /** Unix milliseconds, `null` where the capture has no time. */
  readonly observedAtMs: number | null;
  readonly rssiDbm: number | null;
};

/** The Open Drone ID bytes of a radio frame as a decoded frame, or why they were refused. */
export function decodeRadioOdid(
  odid: Uint8Array,
  transmitter: Transmitter,
  technology: TransmissionTechnology,
  { observedAtMs, rssiDbm }: Reception,
): DecodedFrame | Refused {
  const decoded = decodeOdid(odid);
  if (decoded.kind === "refused") {
    const who = transmitter?.kind === "mac" ? transmitter.address : "a transmitter without address";
    return { ...decoded, detail: `${decoded.detail}, from ${who}` };
  }
  const { messages } = decoded;
  return { kind: "frame", observedAtMs, sensorId: null, transmitter, technology, rssiDbm, messages };
}
