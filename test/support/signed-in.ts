import type { BrowserContext } from "playwright-core";
import { createPlainBrowser } from "../identity/provider/plain-browser.ts";
import { authorizationRequest, discover, signIn } from "../identity/provider/sign-in.ts";

export interface Person {
  readonly email: string;
  readonly password: string;
}

/**
 * Signs a profile in without a page: the console finds the provider's cookie, as after a reload. For journeys that
 * begin signed in and have another subject; a manual sign-in loads the console before and after the provider's page.
 *
 * @param url of the station, without a slash at the end
 */
export async function signInProfile(profile: BrowserContext, url: string, person: Person): Promise<void> {
  const configuration = await discover(`${url}/realms/dcp`, "fieldstation");
  const request = await authorizationRequest(configuration, {
    redirect_uri: `${url}/signed-in`,
    scope: "openid profile email",
  });
  const browser = createPlainBrowser(url);
  const { url: end } = await signIn(browser, request.url, person);
  if (!end.startsWith(`${url}/signed-in?`)) throw new Error(`${person.email} was not signed in, but led to ${end}`);
  const domain = new URL(url).hostname;
  await profile.addCookies(browser.cookies.map((cookie) => ({ ...cookie, domain, httpOnly: true })));
}
