import { crcExtraOf } from "./mavlink.crc-extra.ts";
import { mavlinkChecksum } from "./mavlink.frame.ts";

/** Who sends a frame; `sequence` counts frames modulo 256. */
export type MavlinkSender = { readonly systemId: number; readonly componentId: number; readonly sequence: number };

export type MavlinkPayload = {
  readonly kind: "payload";
  readonly messageId: number;
  readonly payload: Uint8Array;
};

/** A MAVLink 2 frame, unsigned, its payload's trailing zeros cut. The message must be one of a public message set. */
export function encodeMavlinkFrame(
  sender: MavlinkSender,
  { messageId, payload }: Omit<MavlinkPayload, "kind">,
): Uint8Array {
  let length = payload.length;
  while (length > 1 && payload[length - 1] === 0) length -= 1;
  const frame = new Uint8Array(12 + length);
  frame.set([0xfd, length, 0, 0, sender.sequence, sender.systemId, sender.componentId]);
  frame.set([messageId & 0xff, (messageId >> 8) & 0xff, messageId >> 16], 7);
  frame.set(payload.subarray(0, length), 10);
  const checksum = mavlinkChecksum(frame, 1, 10 + length, crcExtraOf(messageId));
  frame.set([checksum & 0xff, checksum >> 8], 10 + length);
  return frame;
}
