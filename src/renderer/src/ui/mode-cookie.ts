import type { CookieOrigin } from "../../../../server/contracts/cookies.ts";
import { type Mode, MODE_COOKIE_PATH, modeCookieNameOf } from "../../../../server/contracts/modes.ts";

export type ModeChoice = "system" | Mode;

const YEAR_S = 365 * 24 * 60 * 60;

/**
 * What tells the sign-in pages the mode of this browser, for `document.cookie`. It is sent when another site leads there,
 * as an application does that signs a person in.
 */
export function modeCookie(choice: ModeChoice, origin: CookieOrigin): string {
  const maxAgeS = choice === "system" ? 0 : YEAR_S;
  const secure = origin.protocol === "https:" ? "; Secure" : "";
  const attributes = `Path=${MODE_COOKIE_PATH}; Max-Age=${maxAgeS}; SameSite=Lax${secure}`;
  return `${modeCookieNameOf(origin)}=${choice}; ${attributes}`;
}
