/**
 * The only script of the provider's pages: WebAuthn needs one. It takes its input from the page and sends the form; a
 * browser without these calls (WebAuthn Level 3) never shows the button.
 */
export const PASSKEY_SCRIPT = `
const form = document.getElementById("passkey");
const problem = document.getElementById("passkey-problem");
form.hidden = !globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON;
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.hidden = true;
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(form.dataset.options));
    const credential = await navigator.credentials.get({ publicKey });
    form.elements.namedItem("credential").value = JSON.stringify(credential.toJSON());
    HTMLFormElement.prototype.submit.call(form);
  } catch {
    problem.hidden = false;
  }
});
`;
