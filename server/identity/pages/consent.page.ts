import { html } from "./html.ts";
import type { PageText } from "./page-text.ts";
import type { Page } from "./page.ts";
import { hiddenFields } from "./page.ts";

/** In display order. `openid` applies to every request: it gives access to the account. */
const SCOPES = ["openid", "offline_access", "profile", "email"] as const;

/** Asks the user whether a client may have access, with its name and scopes. */
export function consentPage(options: {
  readonly text: PageText;
  readonly action: string;
  readonly token: string;
  readonly clientName: string;
  /** Shown as well, because a name alone could belong to any client. */
  readonly clientId: string;
  readonly accountName: string;
  readonly scopes: readonly string[];
  /** Where the browser is redirected; undefined for a device without a browser. */
  readonly redirectUri: string | undefined;
  readonly canSwitchAccount: boolean;
  readonly formActions: readonly (string | undefined)[];
}): Page {
  const { action, token, clientName, clientId } = options;
  const { consent, language } = options.text;
  return {
    language,
    title: consent.title(clientName),
    formActions: options.formActions,
    content: html`<h1>${consent.title(clientName)}</h1>
      <p class="muted">${consent.signedInAs(options.accountName)}</p>
      <p>${consent.asks(clientName, clientId)}</p>
      <ul>
        ${SCOPES.filter((scope) => options.scopes.includes(scope)).map((scope) => html`<li>${consent.scopes[scope]}</li>`)}
      </ul>
      <p class="small muted wrap">${destination(options.redirectUri, options.text)} ${consent.onlyYou}</p>
      <form method="post" action="${action}">
        ${hiddenFields({ csrf: token, action: "allow" })}
        <button class="primary" type="submit">${consent.allow}</button>
      </form>
      <form method="post" action="${action}">
        ${hiddenFields({ csrf: token })}
        <button type="submit" name="action" value="cancel">${consent.refuse}</button>
      </form>
      ${
        options.canSwitchAccount
          ? html`<form method="post" action="${action}">
              ${hiddenFields({ csrf: token })}
              <button type="submit" name="action" value="switch">${consent.switch}</button>
            </form>`
          : undefined
      }`,
  };
}

function destination(redirectUri: string | undefined, { consent }: PageText): string {
  if (redirectUri === undefined) return consent.otherDevice;
  const { protocol, host, hostname } = new URL(redirectUri);
  if (["127.0.0.1", "[::1]", "localhost"].includes(hostname)) return consent.thisComputer(host);
  return protocol === "https:" || protocol === "http:" ? consent.redirected(host) : consent.redirectedApp(protocol);
}
