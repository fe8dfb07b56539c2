import { PacketType } from "socket.io-parser";
import type { LiveEventName } from "../contracts/live.ts";

/** The first byte of a whole text message (RFC 6455 5.2). */
const WHOLE_TEXT = 0x81;
const MAX_LENGTH_7 = 125;
const MAX_LENGTH_16 = 0xff_ff;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
/** "Message" of Engine.IO 4, in front of each packet of Socket.IO. */
const MESSAGE = "4";

/** An event that is encoded once for all its recipients, however it is written to each. */
export class LiveMessage {
  readonly event: LiveEventName;
  /** The payload as JSON. */
  readonly text: string;
  #frame: Buffer | undefined;

  constructor(event: LiveEventName, text: string) {
    this.event = event;
    this.text = text;
  }

  /** `2["event",…]` (Socket.IO protocol 5, default namespace). */
  get packet(): string {
    return `${PacketType.EVENT}[${JSON.stringify(this.event)},${this.text}]`;
  }

  /** The same as a WebSocket takes it. */
  get frame(): Buffer {
    return (this.#frame ??= frameOf(MESSAGE + this.packet));
  }
}

/** A frame of a server, which is not masked. */
function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerLength = length <= MAX_LENGTH_7 ? 2 : length <= MAX_LENGTH_16 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = WHOLE_TEXT;
  if (headerLength === 2) frame[1] = length;
  else if (headerLength === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerLength, "utf8");
  return frame;
}
