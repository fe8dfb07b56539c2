import { type CookieOrigin, cookieNameOf } from "./cookies.ts";

/** In the order in which the console goes through them. Red is for eyes that are adapted to the dark. */
export const MODES = ["day", "night", "red"] as const;
export type Mode = (typeof MODES)[number];

/**
 * The name of the cookie by which the sign-in pages know the mode that was chosen in the console; without it they
 * follow the system. Its value is one of `MODES`, and it is sent to the identity provider only.
 */
export function modeCookieNameOf(origin: CookieOrigin): string {
  return cookieNameOf(origin, "mode");
}

export const MODE_COOKIE_PATH = "/realms/dcp";
