import { Decoder, Encoder } from "socket.io-parser";

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
