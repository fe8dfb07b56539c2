import { html } from "./html.ts";
import type { Page } from "./page.ts";
import { hiddenFields } from "./page.ts";

/**
 * What each scope means to the user, in display order. `openid` applies to every request: it gives access to the
 * account.
 */
const MEANINGS: readonly (readonly [scope: string, meaning: string])[] = [
  ["openid", "see and change everything your account can, on this station"],
  ["offline_access", "do so while you are away, until you sign it out"],
  ["profile", "know your name"],
  ["email", "know your e-mail address"],
];

/** Asks the user whether a client may have access, with its name and scopes. */
export function consentPage(options: {
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
  return {
    title: `Allow ${clientName}?`,
    formActions: options.formActions,
    content: html`<h1>Allow ${clientName}?</h1>
      <p class="muted">You are signed in as <strong>${options.accountName}</strong>.</p>
      <p><strong>${clientName}</strong> (<code>${clientId}</code>) asks to</p>
      <ul>
        ${MEANINGS.filter(([scope]) => options.scopes.includes(scope)).map(([, meaning]) => html`<li>${meaning}</li>`)}
      </ul>
      <p class="small muted wrap">${destination(options.redirectUri)} Allow it only if you started this yourself.</p>
      <form method="post" action="${action}">
        ${hiddenFields({ csrf: token, action: "allow" })}
        <button class="primary" type="submit">Allow</button>
      </form>
      <form method="post" action="${action}">
        ${hiddenFields({ csrf: token })}
        <button type="submit" name="action" value="cancel">Do not allow</button>
      </form>
      ${
        options.canSwitchAccount
          ? html`<form method="post" action="${action}">
              ${hiddenFields({ csrf: token })}
              <button type="submit" name="action" value="switch">Use another account</button>
            </form>`
          : undefined
      }`,
  };
}

function destination(redirectUri: string | undefined): string {
  if (redirectUri === undefined) return "It runs on another device.";
  const { protocol, host, hostname } = new URL(redirectUri);
  if (["127.0.0.1", "[::1]", "localhost"].includes(hostname)) return `It runs on this computer (${host}).`;
  return `You will be redirected to ${protocol === "https:" || protocol === "http:" ? host : `the app of ${protocol}`}.`;
}
