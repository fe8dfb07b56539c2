import type { Socket } from "socket.io";
import type { LiveMessage } from "./live-message.ts";

type Connection = Socket["conn"];
type SendOptions = Parameters<Connection["write"]>[1] & {
  /** Bytes that Engine.IO writes to a WebSocket as they are; its own broadcasts use it as well. */
  readonly wsPreEncodedFrame: readonly Buffer[];
};

/** The same events are written to a crowd in several turns. */
const frames = new WeakMap<readonly LiveMessage[], Buffer>();

function frameOf(messages: readonly LiveMessage[]): Buffer {
  if (messages.length === 1) return messages[0]!.frame;
  const known = frames.get(messages) ?? Buffer.concat(messages.map(({ frame }) => frame));
  frames.set(messages, known);
  return known;
}

/**
 * Sends some events to clients, with one write to each: most of what a delivery costs is the call of the system. A
 * client that polls gets them as packets of their own.
 */
export function writeToAll(connections: readonly Connection[], messages: readonly LiveMessage[]): void {
  let options: SendOptions | undefined;
  for (const connection of connections) {
    if (connection.transport.name === "websocket") {
      options ??= { compress: false, wsPreEncodedFrame: [frameOf(messages)] };
      // Where the bytes are given, nobody reads the packet.
      connection.write("", options);
    } else {
      for (const { packet } of messages) connection.write(packet);
    }
  }
}
