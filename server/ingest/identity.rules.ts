/** Decisions about what an aircraft or operator calls itself. Pure. */

// oxlint-disable-next-line no-control-regex -- these are what has to go
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Text of a radio message: NUL padding and control characters are dropped (they break XML), ends trimmed. */
export function cleanText(text: string): string {
  return text.replace(CONTROL_CHARACTERS, "").trim();
}

const EU_OPERATOR_WITH_SECRET = /^([A-Za-z]{3}[A-Za-z0-9]{13})-.*$/;

/**
 * The public part of an operator registration. In the European form (three letters, thirteen characters) what follows
 * the dash is private and is never stored or sent; other forms (`GBR-OP-123ABCD`) hold dashes of their own and stay.
 */
export function publicOperatorId(operatorId: string): string | null {
  const text = cleanText(operatorId);
  const european = EU_OPERATOR_WITH_SECRET.exec(text);
  const shown = european?.[1] ?? text;
  return shown === "" ? null : shown;
}

const CTA_2063_A = /^[0-9A-HJ-NP-Z]{4}([1-9A-F])([0-9A-HJ-NP-Z]+)$/;

/** Shape of a serial number after ANSI/CTA-2063-A: four characters of the maker, one of the length, then that many. */
export function isCta2063Serial(serial: string): boolean {
  const match = CTA_2063_A.exec(serial);
  return match !== null && Number.parseInt(match[1]!, 16) === match[2]!.length;
}
