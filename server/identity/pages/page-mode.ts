import type { IncomingHttpHeaders } from "node:http";
import { type Mode, modeCookieNameOf, MODES } from "../../contracts/modes.ts";

/**
 * The mode that was chosen in the console, from the headers of a request that has the host of the issuer
 * (`pinToIssuer`); undefined where a page follows the system.
 */
export function pageModeOf({ cookie, host, "x-forwarded-proto": protocol }: IncomingHttpHeaders): Mode | undefined {
  const issuer = URL.parse(`${String(protocol)}://${host}`);
  if (cookie === undefined || issuer === null) return undefined;
  const name = modeCookieNameOf(issuer);
  const pair = cookie
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return MODES.find((mode) => pair === `${name}=${mode}`);
}
