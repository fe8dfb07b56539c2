import { html } from "./html.ts";
import type { Page } from "./page.ts";
import { hiddenFields } from "./page.ts";

/** Asks for the code that another device shows (RFC 8628, 3.3). */
export function deviceCodePage(options: {
  readonly action: string;
  readonly token: string;
  readonly userCode: string;
  readonly problem: string | undefined;
}): Page {
  const { action, token, userCode, problem } = options;
  return {
    title: problem === undefined ? "Connect a device" : "Connect a device: not connected yet",
    content: html`<h1>Connect a device</h1>
      <p class="muted" id="hint">Enter the code that the device shows, eight letters.</p>
      ${problem === undefined ? undefined : html`<p class="error" id="problem" role="alert">${problem}</p>`}
      <form method="post" action="${action}">
        ${hiddenFields({ xsrf: token })}
        <div class="field">
          <label for="user_code">Code</label>
          <input
            class="code-input"
            id="user_code"
            name="user_code"
            type="text"
            value="${userCode}"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck="false"
            maxlength="32"
            required
            autofocus
            aria-describedby="${problem === undefined ? "hint" : "hint problem"}"
            ${problem === undefined ? undefined : html`aria-invalid="true"`}
          />
        </div>
        <button class="primary" type="submit">Continue</button>
      </form>`,
  };
}

/** Shows the code again, so that users do not connect another person's device (RFC 8628, 5.4). */
export function deviceConfirmPage(options: {
  readonly action: string;
  readonly token: string;
  readonly userCode: string;
  readonly clientName: string;
}): Page {
  const { action, token, userCode, clientName } = options;
  return {
    title: "Is this your device?",
    content: html`<h1>Is this your device?</h1>
      <p><strong>${clientName}</strong> on another device asks to be connected. It must show this code:</p>
      <p class="code">${userCode}</p>
      <p class="small muted">If it shows another code, or if you have no such device, do not connect it.</p>
      <form method="post" action="${action}">
        ${hiddenFields({ xsrf: token, user_code: userCode, confirm: "yes" })}
        <button class="primary" type="submit">Connect</button>
      </form>
      <form method="post" action="${action}">
        ${hiddenFields({ xsrf: token, user_code: userCode })}
        <button type="submit" name="abort" value="yes">Do not connect</button>
      </form>`,
  };
}

export function deviceConnectedPage(clientName: string): Page {
  return {
    title: "Device connected",
    content: html`<h1>Device connected</h1>
      <p><strong>${clientName}</strong> continues automatically in a few seconds. You can close this page.</p>`,
  };
}
