// oxlint-disable-next-line no-control-regex -- these are what has to go
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Text of a radio message: NUL padding and control characters are dropped (they break XML), ends trimmed. */
export function cleanText(text: string): string {
  return text.replace(CONTROL_CHARACTERS, "").trim();
}

const EU_OPERATOR_WITH_SECRET = /^([A-Za-z]{3}[A-Za-z0-9]{13})-.*$/;

/**
 * The public part of an operator registration. In the European form (three letters, thirteen characters) what follows
 * the dash is private, and only frames as received (decision 0072) still have it; other forms (`GBR-OP-123ABCD`) hold dashes of their own and stay.
 */
export function publicOperatorId(operatorId: string): string | null {
  const shown = withoutPrivatePart(cleanText(operatorId));
  return shown === "" ? null : shown;
}

/** The public part of an operator registration that a person has typed; other characters are kept. */
export function publicTypedOperatorId(typed: string | null): string | null {
  return typed === null ? null : withoutPrivatePart(typed);
}

function withoutPrivatePart(operatorId: string): string {
  return EU_OPERATOR_WITH_SECRET.exec(operatorId)?.[1] ?? operatorId;
}
