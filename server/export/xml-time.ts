const FIRST_MS = Date.parse("0001-01-01T00:00:00.000Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** Whether `xsd:dateTime` can represent the time in the form we write: no year 0, no sign, four digits. */
export function isXmlTime(timeMs: number): boolean {
  return timeMs >= FIRST_MS && timeMs <= LAST_MS;
}
