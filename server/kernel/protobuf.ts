/**
 * Reads the wire format of protocol buffers (https://protobuf.dev/programming-guides/encoding/). Own code, because the
 * bytes come from devices: `pbf` gives the bytes that are there for a field that was cut off, and `@bufbuild/protobuf`
 * needs generated code for a dozen fields.
 */

export type ProtobufKind = "varint" | "bytes" | "fixed32" | "fixed64";

/** The fields of a message that are read, by number. */
export type ProtobufSchema = Readonly<Record<number, ProtobufKind>>;

export type ProtobufMessage = {
  /** An unsigned number of up to 64 bits. */
  readonly varint: (field: number) => bigint | undefined;
  /** A varint of the types int32 and int64. */
  readonly signed: (field: number) => number | undefined;
  /** A varint as number; undefined where it is too large for one. */
  readonly unsigned: (field: number) => number | undefined;
  readonly bytes: (field: number) => Uint8Array | undefined;
  /** Bytes as text; undefined where they are not UTF-8. */
  readonly text: (field: number) => string | undefined;
  /** A number of 32 bits with floating point. */
  readonly float: (field: number) => number | undefined;
};

export type Varint = { readonly value: bigint; readonly end: number };

const KIND_OF_WIRE_TYPE: Readonly<Record<number, ProtobufKind>> = {
  0: "varint",
  1: "fixed64",
  2: "bytes",
  5: "fixed32",
};
const MAX_VARINT_BYTES = 10;
const MAX_FIELD_NUMBER = 2 ** 29 - 1;
const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The fields of a message, the last one where a field is repeated. Undefined where the bytes are not a whole message, or
 * a field of the schema is of another kind; fields that the schema does not have are skipped. Never throws.
 */
export function decodeProtobuf(bytes: Uint8Array, schema: ProtobufSchema): ProtobufMessage | undefined {
  const varints = new Map<number, bigint>();
  const slices = new Map<number, Uint8Array>();
  for (let at = 0; at < bytes.length;) {
    const tag = readVarint(bytes, at);
    if (tag === undefined) return undefined;
    const kind = KIND_OF_WIRE_TYPE[Number(tag.value & 7n)];
    const field = Number(tag.value >> 3n);
    if (kind === undefined || field < 1 || field > MAX_FIELD_NUMBER) return undefined;
    if (schema[field] !== undefined && schema[field] !== kind) return undefined;
    if (kind === "varint") {
      const varint = readVarint(bytes, tag.end);
      if (varint === undefined) return undefined;
      varints.set(field, varint.value);
      at = varint.end;
      continue;
    }
    const range = rangeOf(kind, bytes, tag.end);
    if (range === undefined || range.end > bytes.length) return undefined;
    slices.set(field, bytes.subarray(range.start, range.end));
    at = range.end;
  }
  return messageOf(varints, slices);
}

/** A varint at an offset; undefined where it is cut off or longer than 64 bits. */
export function readVarint(bytes: Uint8Array, from: number): Varint | undefined {
  let value = 0n;
  for (let index = 0; index < MAX_VARINT_BYTES; index += 1) {
    const byte = bytes[from + index];
    if (byte === undefined) return undefined;
    value |= BigInt(byte & 0x7f) << BigInt(7 * index);
    if (byte < 0x80) return value >> 64n === 0n ? { value, end: from + index + 1 } : undefined;
  }
  return undefined;
}

function rangeOf(
  kind: Exclude<ProtobufKind, "varint">,
  bytes: Uint8Array,
  at: number,
): { readonly start: number; readonly end: number } | undefined {
  if (kind === "fixed32") return { start: at, end: at + 4 };
  if (kind === "fixed64") return { start: at, end: at + 8 };
  const length = readVarint(bytes, at);
  return length === undefined ? undefined : { start: length.end, end: length.end + Number(length.value) };
}

function messageOf(varints: ReadonlyMap<number, bigint>, slices: ReadonlyMap<number, Uint8Array>): ProtobufMessage {
  return {
    varint: (field) => varints.get(field),
    signed(field) {
      const value = varints.get(field);
      return value === undefined ? undefined : Number(BigInt.asIntN(64, value));
    },
    unsigned(field) {
      const value = Number(varints.get(field) ?? Number.NaN);
      return Number.isSafeInteger(value) ? value : undefined;
    },
    bytes: (field) => slices.get(field),
    text(field) {
      try {
        return strictUtf8.decode(slices.get(field) ?? new Uint8Array(0));
      } catch {
        return undefined;
      }
    },
    float(field) {
      const bytes = slices.get(field);
      if (bytes === undefined || bytes.length !== 4) return undefined;
      return new DataView(bytes.buffer, bytes.byteOffset, 4).getFloat32(0, true);
    },
  };
}

/** The message in a field of another one; undefined where either is missing, or its bytes are not a whole message. */
export function decodeNested(
  message: ProtobufMessage | undefined,
  field: number,
  schema: ProtobufSchema,
): ProtobufMessage | undefined {
  const bytes = message?.bytes(field);
  return bytes === undefined ? undefined : decodeProtobuf(bytes, schema);
}
