import { type Html, html } from "./html.ts";
import { formatWait, type PageText } from "./page-text.ts";
import { hiddenFields, type Page } from "./page.ts";
import { PASSKEY_SCRIPT } from "./passkey.script.ts";
import { qrCode } from "./qr-code.ts";

export type SecondFactorProblem = "refused" | "refusedPasskey" | "limited";

type FormOptions = {
  readonly text: PageText;
  readonly action: string;
  /** Hidden fields: proof that the form comes from this station, and of the steps before. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly problem?: SecondFactorProblem;
  readonly retryAfterS?: number;
  readonly formActions: readonly (string | undefined)[];
};

/** Requests a code of the authenticator app, a passkey, or a recovery code. */
export function secondFactorPage(
  options: FormOptions & {
    readonly hasApp: boolean;
    /** For `navigator.credentials.get`; undefined where no passkey can be used. */
    readonly passkeyOptions: Readonly<Record<string, unknown>> | undefined;
  },
): Page {
  const { action, hidden, hasApp, passkeyOptions, text } = options;
  const { secondFactor, language, signIn } = text;
  return {
    language,
    title: options.problem === undefined ? secondFactor.title : secondFactor.titleProblem,
    formActions: options.formActions,
    script: passkeyOptions === undefined ? undefined : PASSKEY_SCRIPT,
    content: html`<h1>${secondFactor.title}</h1>
      ${alertOf(options)}
      ${
        passkeyOptions === undefined
          ? undefined
          : html`<form
                id="passkey"
                method="post"
                action="${action}"
                data-options="${JSON.stringify(passkeyOptions)}"
                hidden
              >
                ${hiddenFields({ ...hidden, credential: "" })}
                <button class="primary" type="submit">${secondFactor.passkey}</button>
              </form>
              <p class="error" id="passkey-problem" role="alert" hidden>${secondFactor.passkeyProblem}</p>`
      }
      <form method="post" action="${action}">
        <p class="muted" id="hint">
          ${hasApp ? secondFactor.appText : passkeyOptions === undefined ? secondFactor.onlyRecovery : secondFactor.orRecovery}
        </p>
        ${hiddenFields(hidden)}
        ${codeField(options, { label: hasApp ? secondFactor.code : secondFactor.recoveryCode, isFocused: passkeyOptions === undefined })}
        ${hasApp ? html`<p class="small muted">${secondFactor.recoveryHint}</p>` : undefined}
        <button ${passkeyOptions === undefined ? html`class="primary"` : undefined} type="submit">
          ${signIn.submit}
        </button>
      </form>
      ${cancelForm(options)}`,
  };
}

/** Lets a user who must have a second factor set up an authenticator app. */
export function setUpPage(options: FormOptions & { readonly secret: string; readonly uri: string }): Page {
  const { action, hidden, text } = options;
  const { setUp, title } = { ...text.secondFactor, title: text.secondFactor.setUp.title };
  return {
    language: text.language,
    title,
    formActions: options.formActions,
    content: html`<h1>${title}</h1>
      <p class="muted" id="hint">${setUp.text}</p>
      ${alertOf(options)} ${qrCode(options.uri, setUp.picture)}
      <p class="small muted">${setUp.secret}</p>
      <p class="secret">${options.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</p>
      <form method="post" action="${action}">
        ${hiddenFields(hidden)} ${codeField(options, { label: setUp.code, isFocused: true })}
        <button class="primary" type="submit">${text.goOn}</button>
      </form>
      ${cancelForm(options)}`,
  };
}

export function recoveryCodesPage(options: FormOptions & { readonly codes: readonly string[] }): Page {
  const { recovery } = options.text.secondFactor;
  return {
    language: options.text.language,
    title: recovery.title,
    formActions: options.formActions,
    content: html`<h1>${recovery.title}</h1>
      <p class="muted">${recovery.text}</p>
      <ul class="codes">
        ${options.codes.map((code) => html`<li>${code}</li>`)}
      </ul>
      <form method="post" action="${options.action}">
        ${hiddenFields(options.hidden)}
        <button class="primary" type="submit">${recovery.submit}</button>
      </form>`,
  };
}

function codeField(
  { problem }: FormOptions,
  { label, isFocused }: { readonly label: string; readonly isFocused: boolean },
): Html {
  return html`<div class="field">
    <label for="code">${label}</label>
    <input
      id="code"
      name="code"
      type="text"
      autocomplete="one-time-code"
      autocapitalize="none"
      spellcheck="false"
      maxlength="40"
      required
      aria-describedby="${problem === undefined ? "hint" : "hint problem"}"
      ${problem === undefined ? undefined : html`aria-invalid="true"`}
      ${isFocused ? html`autofocus` : undefined}
    />
  </div>`;
}

function alertOf({ text, problem, retryAfterS = 0 }: FormOptions): Html | undefined {
  if (problem === undefined) return undefined;
  const sentence =
    problem === "limited" ? text.signIn.limited(formatWait(text, retryAfterS)) : text.secondFactor[problem];
  return html`<p class="error" id="problem" role="alert">${sentence}</p>`;
}

function cancelForm({ action, hidden, text }: FormOptions): Html {
  return html`<form method="post" action="${action}">
    ${hiddenFields({ csrf: hidden["csrf"] ?? "" })}
    <button type="submit" name="action" value="cancel">${text.signIn.cancel}</button>
  </form>`;
}
