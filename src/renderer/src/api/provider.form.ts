import { fetchInTime } from "./fetch-in-time.ts";

/**
 * Submits a page of the provider for the person who has just typed the same here: the page is read, its form that has all
 * of these fields is filled in and submitted, and the browser goes on from there. False when that page has no such form,
 * for example because it asks something else; nothing was sent then.
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

/** Where nothing answers, the browser shows that itself when it goes there. */
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
