import { fetchInTime } from "./fetch-in-time.ts";

/**
 * Fills in and submits a form of the provider, with values that the person has just typed in the console: loads the
 * page, finds the form that has all of these fields and submits it; the browser continues from there. False if there is
 * no such form, for example because the page asks something else; then nothing was sent.
 */
export async function sendProviderForm(page: URL, fields: Readonly<Record<string, string>>): Promise<boolean> {
  const document_ = await readPage(page);
  const names = Object.keys(fields);
  const template = [...(document_?.forms ?? [])].find((form) =>
    names.every((name) => form.querySelector(`input[name="${name}"]`) !== null),
  );
  const action = template?.getAttribute("action");
  if (!template || !action || new URL(action, location.href).origin !== location.origin) return false;
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  form.hidden = true;
  for (const { type, name, value } of template.querySelectorAll("input")) {
    if (type !== "checkbox") form.append(hiddenInput(name, fields[name] ?? value));
  }
  document.body.append(form);
  form.submit();
  return true;
}

/** If nothing answers, the browser shows that itself when it opens the address. */
async function readPage(page: URL): Promise<Document | undefined> {
  const answer = await fetchInTime(page, { accept: "text/html" });
  return answer?.status === 200 ? new DOMParser().parseFromString(answer.text, "text/html") : undefined;
}

function hiddenInput(name: string, value: string): HTMLInputElement {
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = name;
  input.value = value;
  return input;
}
