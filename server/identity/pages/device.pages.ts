import { html } from "./html.ts";
import type { PageText } from "./page-text.ts";
import type { Page } from "./page.ts";
import { hiddenFields } from "./page.ts";

/** Asks for the code that another device shows (RFC 8628, 3.3). */
export function deviceCodePage(options: {
  readonly text: PageText;
  readonly action: string;
  readonly token: string;
  readonly userCode: string;
  readonly problem: string | undefined;
}): Page {
  const { action, token, userCode, problem } = options;
  const { device, language, goOn } = options.text;
  return {
    language,
    title: problem === undefined ? device.title : device.titleProblem,
    content: html`<h1>${device.title}</h1>
      <p class="muted" id="hint">${device.hint}</p>
      ${problem === undefined ? undefined : html`<p class="error" id="problem" role="alert">${problem}</p>`}
      <form method="post" action="${action}">
        ${hiddenFields({ xsrf: token })}
        <div class="field">
          <label for="user_code">${device.code}</label>
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
        <button class="primary" type="submit">${goOn}</button>
      </form>`,
  };
}

/** Shows the code again, so that users do not connect another person's device (RFC 8628, 5.4). */
export function deviceConfirmPage(options: {
  readonly text: PageText;
  readonly action: string;
  readonly token: string;
  readonly userCode: string;
  readonly clientName: string;
}): Page {
  const { action, token, userCode, clientName } = options;
  const { device, language } = options.text;
  return {
    language,
    title: device.confirmTitle,
    content: html`<h1>${device.confirmTitle}</h1>
      <p>${device.confirmText(clientName)}</p>
      <p class="code">${userCode}</p>
      <p class="small muted">${device.confirmHint}</p>
      <form method="post" action="${action}">
        ${hiddenFields({ xsrf: token, user_code: userCode, confirm: "yes" })}
        <button class="primary" type="submit">${device.connect}</button>
      </form>
      <form method="post" action="${action}">
        ${hiddenFields({ xsrf: token, user_code: userCode })}
        <button type="submit" name="abort" value="yes">${device.refuse}</button>
      </form>`,
  };
}

export function deviceConnectedPage(clientName: string, { device, language }: PageText): Page {
  return {
    language,
    title: device.connected,
    content: html`<h1>${device.connected}</h1>
      <p>${device.connectedText(clientName)}</p>`,
  };
}
