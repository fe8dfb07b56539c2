import { Buffer } from "node:buffer";

/** Decisions about the identifiers of an aircraft or operator. Pure. */

const FRENCH_IDENTIFIER = /^[0-9A-Za-z]{30}$/;

/**
 * The identifier of the French electronic identification: three characters for the manufacturer, three for the
 * model and 24 for the serial number. No other broadcast identifier is as long.
 */
export function isFrenchIdentifier(serial: string): boolean {
  return FRENCH_IDENTIFIER.test(serial);
}

/** Shorter values may be printable by chance. */
const MIN_TEXT_BYTES = 4;

/**
 * The text in the 20 bytes of a UAS ID: printable ASCII, padded with NULs. `undefined` if they are binary, as every UUID
 * (RFC 9562: its ninth byte is not ASCII) and every session id of a registered type is.
 */
export function printableTextOf(uasIdHex: string): string | undefined {
  const bytes = Buffer.from(uasIdHex, "hex");
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  if (end < MIN_TEXT_BYTES) return undefined;
  for (let at = 0; at < end; at += 1) if (bytes[at]! < 0x20 || bytes[at]! > 0x7e) return undefined;
  return bytes.toString("latin1", 0, end);
}
