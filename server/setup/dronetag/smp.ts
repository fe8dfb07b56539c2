/** The part of MCUmgr's Simple Management Protocol over a console that is needed: the restart. */

const WRITE = 2;
const GROUP_OS = 0;
const COMMAND_RESET = 5;
/** CBOR of an empty map. */
const NO_ARGUMENTS = Uint8Array.of(0xa0);

/** The frame that restarts the device: `06 09`, base64 of length, header, arguments and checksum, line feed. */
export function resetFrame(sequence: number): Uint8Array {
  const body = Uint8Array.of(
    ...[WRITE, 0, 0, NO_ARGUMENTS.length, 0, GROUP_OS, sequence, COMMAND_RESET],
    ...NO_ARGUMENTS,
  );
  const crc = crc16Xmodem(body);
  const length = body.length + 2;
  const packet = Uint8Array.of(length >> 8, length & 0xff, ...body, crc >> 8, crc & 0xff);
  return Uint8Array.of(0x06, 0x09, ...Buffer.from(Buffer.from(packet).toString("base64"), "ascii"), 0x0a);
}

/** CRC-16/XMODEM: polynomial 1021, start 0, nothing reflected. */
export function crc16Xmodem(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc;
}
