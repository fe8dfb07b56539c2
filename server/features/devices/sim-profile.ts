/**
 * A SIM profile for a private or test network, as one DER sequence (ITU-T X.690) of version, ICCID, IMSI, the key Ki
 * and the operator key OPc. ITU-T E.212 assigns country code 001 to test networks; the profile of a public operator can
 * only come from that operator.
 */
export type SimProfile = { readonly iccid: string; readonly imsi: string; readonly bytes: Uint8Array };

const VERSION = 1;
const KEY_BYTES = 16;
/** Industry 89 (telecommunications), country code 999 (unassigned), issuer 01. */
const ISSUER = "8999901";
const ACCOUNT_DIGITS = 12;
/** Mobile country code 001 and network code 01. */
const TEST_NETWORK = "00101";
const SUBSCRIBER_DIGITS = 10;

export function createSimProfile(randomBytes: (count: number) => Uint8Array): SimProfile {
  const number = `${ISSUER}${digits(randomBytes(ACCOUNT_DIGITS))}`;
  const iccid = `${number}${luhnDigit(number)}`;
  const imsi = `${TEST_NETWORK}${digits(randomBytes(SUBSCRIBER_DIGITS))}`;
  const fields = [
    field(TAG.integer, Uint8Array.of(VERSION)),
    field(TAG.numericString, ascii(iccid)),
    field(TAG.numericString, ascii(imsi)),
    field(TAG.octetString, randomBytes(KEY_BYTES)),
    field(TAG.octetString, randomBytes(KEY_BYTES)),
  ];
  return { iccid, imsi, bytes: field(TAG.sequence, Uint8Array.from(fields.flatMap((one) => [...one]))) };
}

const TAG = { integer: 0x02, octetString: 0x04, numericString: 0x12, sequence: 0x30 } as const;

/** Tag, length and content; all contents here are shorter than 128 bytes. */
function field(tag: number, content: Uint8Array): Uint8Array {
  return Uint8Array.of(tag, content.length, ...content);
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function digits(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte % 10).join("");
}

/** The check digit of ISO/IEC 7812-1. */
export function luhnDigit(number: string): number {
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return (10 - (sum % 10)) % 10;
}
