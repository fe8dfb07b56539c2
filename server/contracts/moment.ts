import { z } from "zod";

const EARLIEST_MS = Date.parse("0000-01-01T00:00:00Z");
const LATEST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** Whether a time can be written with a four-digit year, the only form ISO 8601 allows without prior agreement. */
export function hasFourDigitYear(timeMs: number): boolean {
  return timeMs >= EARLIEST_MS && timeMs <= LATEST_MS;
}

/** What most programs write. */
const USUAL = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;
const Usual = z.iso.datetime({ offset: true });
const FORMS = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:[Zz]|([+-]\d\d)(?::?(\d\d))?)$/;

/**
 * A time in the form that JavaScript reads, from any of ISO 8601: seconds may be missing, a fraction may follow a comma,
 * and an offset may be `+0200` or `+02`. The end of a day (24:00) is the start of the next; so is a leap second (23:59:60
 * in UTC), as in Unix time. Anything else is returned as it is.
 */
function toUsualForm(text: string): string {
  if (USUAL.test(text)) return text;
  const [, date, clock, second = "00", fraction = "0", hours, minutes = "00"] = FORMS.exec(text) ?? [];
  if (date === undefined) return text;
  const rest = `.${fraction}${hours === undefined ? "Z" : `${hours}:${minutes}`}`;
  if (clock === "24:00" && Number(`${second}${fraction}`) === 0) {
    return after(`${date}T00:00:00${rest}`, 86_400_000) ?? text;
  }
  if (second !== "60") return `${date}T${clock}:${second}${rest}`;
  const before = `${date}T${clock}:59${rest}`;
  const isLastOfDay = after(before, 0)?.includes("T23:59:59") === true;
  return isLastOfDay ? (after(before, 1000) ?? text) : text;
}

function after(usual: string, laterMs: number): string | undefined {
  if (!Usual.safeParse(usual).success) return undefined;
  const timeMs = Date.parse(usual) + laterMs;
  return hasFourDigitYear(timeMs) ? new Date(timeMs).toISOString() : undefined;
}

/** A time in a request, with any offset. Converted to UTC it may lie outside the years 0 to 9999, which is refused. */
export const Moment = z
  .string()
  .overwrite(toUsualForm)
  .check(Usual)
  .refine((text) => !(Date.parse(text) < EARLIEST_MS) && !(Date.parse(text) > LATEST_MS), {
    message: "must be in the years 0 to 9999 of UTC",
  });
