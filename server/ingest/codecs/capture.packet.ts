import type { Refused } from "../decoded.ts";

/** One packet of a capture file, whatever its format. */
export type CapturePacket = {
  readonly kind: "packet";
  /** Unix milliseconds, floored; `null` in pcapng's simple packets, which carry no time. */
  readonly timeMs: number | null;
  /** LINKTYPE_ value of the interface. */
  readonly linkType: number;
  /** The captured bytes, as a view of the file. */
  readonly bytes: Uint8Array;
  /** Length on the air; more than `bytes.length` if the capture truncated the packet. */
  readonly originalLength: number;
};

/** The rejection of a capture file from where it is damaged or cut off: it says that more than one frame is missing. */
export function damaged(detail: string): Refused {
  return { kind: "refused", reason: "damaged_capture", detail };
}
