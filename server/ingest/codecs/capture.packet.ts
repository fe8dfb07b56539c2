/** One packet of a capture file, whatever its format. */
export type CapturePacket = {
  readonly kind: "packet";
  /** Unix milliseconds, floored; `null` in pcapng's simple packets, which carry no time. */
  readonly timeMs: number | null;
  /** LINKTYPE_ value of the interface. */
  readonly linkType: number;
  /** What was captured, a view on the file. */
  readonly bytes: Uint8Array;
  /** Length on the air; more than `bytes.length` where the capture cut packets short. */
  readonly originalLength: number;
};
