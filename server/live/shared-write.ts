import type { Socket } from "socket.io";
import { type LiveMessage, packetText } from "./encoded-json.ts";

/** The first byte of a whole text message (RFC 6455 5.2). */
const WHOLE_TEXT = 0x81;
const MAX_LENGTH_7 = 125;
const MAX_LENGTH_16 = 0xff_ff;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
/** "Message" of Engine.IO 4, in front of each packet of Socket.IO. */
const MESSAGE = "4";

type Connection = Socket["conn"];
type SendOptions = Parameters<Connection["write"]>[1] & {
  /** Bytes that Engine.IO writes to a WebSocket as they are; its own broadcasts use it as well. */
  readonly wsPreEncodedFrame: readonly Buffer[];
};

/**
 * Sends some events to clients. They are encoded once, and each client is written to once: most of what a delivery costs
 * is the call of the system. A client that polls gets them as packets of their own.
 */
export function writeToAll(connections: readonly Connection[], messages: readonly LiveMessage[]): void {
  const packets = messages.map(packetText);
  let options: SendOptions | undefined;
  for (const connection of connections) {
    if (connection.transport.name === "websocket") {
      options ??= { compress: false, wsPreEncodedFrame: [Buffer.concat(packets.map(frameOf))] };
      connection.write(packets[0]!, options);
    } else {
      for (const packet of packets) connection.write(packet);
    }
  }
}

/** A frame of a server, which is not masked. */
function frameOf(packet: string): Buffer {
  const text = MESSAGE + packet;
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
