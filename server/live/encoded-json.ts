import { Decoder, Encoder, type Packet, PacketType } from "socket.io-parser";

/** JSON text ready to be sent, so that a record is encoded once for all its recipients, alone or in a batch. */
export class EncodedJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Writes `2["event",…]` (Socket.IO protocol 5, default namespace) around a payload that is already encoded. */
class PreEncodedEncoder extends Encoder {
  override encode(packet: Packet): unknown[] {
    const [event, payload] = (Array.isArray(packet.data) ? packet.data : []) as readonly unknown[];
    if (packet.type === PacketType.EVENT && packet.nsp === "/" && payload instanceof EncodedJson) {
      return [`${PacketType.EVENT}[${JSON.stringify(event)},${payload.text}]`];
    }
    return super.encode(packet);
  }
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
export const preEncodedParser = { Encoder: PreEncodedEncoder, Decoder: BareTokenDecoder };
