/** Fields of protocol buffers as bytes, for simulated devices. */

export function varint(value: number | bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

/** A number, without the field where it is 0, as proto3 does. */
export function numberField(field: number, value: number | bigint): Uint8Array {
  return BigInt(value) === 0n ? new Uint8Array(0) : Buffer.concat([varint(field << 3), varint(value)]);
}

export function bytesField(field: number, value: Uint8Array | string): Uint8Array {
  const bytes = typeof value === "string" ? Buffer.from(value, "utf8") : value;
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
}

export function floatField(field: number, value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), bytes]);
}

export function message(...fields: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(fields);
}
