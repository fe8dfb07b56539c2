import { Decoder, Encoder, PacketType } from "socket.io-parser";
import type { LiveEventName } from "../contracts/live.ts";

/** JSON text ready to be sent, so that a record is encoded once for all its recipients, alone or in a batch. */
export class EncodedJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** An event whose payload is already encoded. */
export type LiveMessage = { readonly event: LiveEventName; readonly payload: EncodedJson };

/** Writes `2["event",…]` (Socket.IO protocol 5, default namespace). */
export function packetText({ event, payload }: LiveMessage): string {
  return `${PacketType.EVENT}[${JSON.stringify(event)},${payload.text}]`;
}

/**
 * Accepts `auth` also as a plain string, which clients send unchanged (`0"…"`). The protocol requires an object, so the
 * string is read as `{ token }`.
 */
class BareTokenDecoder extends Decoder {
  override add(packet: unknown): void {
    super.add(typeof packet === "string" ? packet.replace(/^0(".*)$/s, '0{"token":$1}') : packet);
  }
}

/** The `parser` option of a Socket.IO server; what is sent conforms to the standard protocol. */
export const bareTokenParser = { Encoder, Decoder: BareTokenDecoder };
