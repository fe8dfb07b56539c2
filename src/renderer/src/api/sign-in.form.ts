/**
 * Sends what was typed a moment ago to the sign-in page, as the person would: the page of the request is read, its own
 * form is filled in and submitted, and the browser goes on from there. False when that page has no such form, for
 * example because somebody is signed in already; nothing was sent then.
 */
export async function sendSignInForm(request: URL, email: string, password: string): Promise<boolean> {
  const page = await readPage(request);
  const field = page?.querySelector("form input[type=password]");
  const template = field?.closest("form");
  const action = template?.getAttribute("action");
  if (!template || !action || new URL(action, location.href).origin !== location.origin) return false;
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  form.hidden = true;
  for (const { type, name, value } of template.querySelectorAll("input")) {
    if (type !== "checkbox") form.append(hidden(name, filledIn(type, value, email, password)));
  }
  document.body.append(form);
  form.submit();
  return true;
}

async function readPage(request: URL): Promise<Document | undefined> {
  try {
    const response = await fetch(request, { headers: { accept: "text/html" } });
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : undefined;
  } catch (error) {
    // Nothing answers: the browser will say so by itself when it goes there.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function filledIn(type: string, value: string, email: string, password: string): string {
  if (type === "password") return password;
  return type === "email" ? email : value;
}

function hidden(name: string, value: string): HTMLInputElement {
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = name;
  input.value = value;
  return input;
}
