import { type Mode, MODE_COOKIE, MODES } from "../../contracts/modes.ts";

/** The mode that was chosen in the console, from the header `Cookie`; undefined where a page follows the system. */
export function pageModeOf(cookies: string | undefined): Mode | undefined {
  const pair = cookies
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${MODE_COOKIE}=`));
  return MODES.find((mode) => pair === `${MODE_COOKIE}=${mode}`);
}
