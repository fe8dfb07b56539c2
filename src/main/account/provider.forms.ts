import type { TypedCredential } from "../../preload/contract.ts";

/**
 * Submits the sign-in and consent pages of the station's own provider, with the credential that the person has just
 * typed in our window. Returns the redirect with the code; `undefined` if a page asks anything else or refuses the
 * password, so that the person's browser shows it.
 */
export type SubmitForms = (request: {
  readonly address: URL;
  readonly redirectUri: string;
  readonly typed: TypedCredential;
  readonly signal: AbortSignal;
}) => Promise<URL | undefined>;

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

interface Form {
  readonly action: URL;
  readonly fields: Readonly<Record<string, string>>;
}

/** Sign-in, its continuation, consent, its continuation; redirects count as well. */
const maxSteps = 12;

export const submitProviderForms: SubmitForms = async ({ address, redirectUri, typed, signal }) => {
  const jar = createCookieJar();
  let target = address;
  let form: Form | undefined;
  let hasSubmittedCredential = false;
  for (let step = 0; step < maxSteps; step++) {
    // Whatever the forms contain, the password is sent only to the provider's own origin.
    if (target.origin !== address.origin) return undefined;
    const response = await fetch(target, {
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams({ ...form.fields }) }),
      redirect: "manual",
      signal,
      headers: {
        accept: "text/html",
        cookie: jar.cookiesFor(target),
        ...(form === undefined ? {} : { origin: address.origin }),
      },
    });
    jar.store(response.headers.getSetCookie(), target);
    const location = response.headers.get("location");
    if (location !== null) {
      await response.body?.cancel();
      target = new URL(location, target);
      if (target.href.startsWith(`${redirectUri}?`)) return target;
      form = undefined;
      continue;
    }
    const page = await response.text();
    const asked = response.ok ? findForm(page, target, ["email", "password"]) : undefined;
    const next = asked ?? findForm(page, target, ["csrf"], { action: "allow" });
    // If the page asks a second time, the password was refused: the browser shows why.
    if (!response.ok || next === undefined || (asked !== undefined && hasSubmittedCredential)) return undefined;
    hasSubmittedCredential ||= asked !== undefined;
    form = asked === undefined ? next : { ...asked, fields: { ...asked.fields, ...typed } };
    target = form.action;
  }
  return undefined;
};

/** The form of a page that has fields of these names, and these values in them. */
function findForm(
  page: string,
  at: URL,
  names: readonly string[],
  values: Readonly<Record<string, string>> = {},
): Form | undefined {
  for (const [, tag = "", content = ""] of page.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
    const action = URL.parse(attributeOf(tag, "action") ?? "", at.href);
    const fields = fieldsOf(content);
    const fits =
      names.every((name) => name in fields) && Object.entries(values).every(([name, value]) => fields[name] === value);
    if (action !== null && fits) return { action, fields };
  }
  return undefined;
}

function fieldsOf(content: string): Readonly<Record<string, string>> {
  const inputs = [...content.matchAll(/<input\b([^>]*)>/gs)].map(([, tag = ""]) => tag);
  return Object.fromEntries(
    inputs
      .filter((tag) => attributeOf(tag, "type") !== "checkbox")
      .map((tag) => [attributeOf(tag, "name") ?? "", attributeOf(tag, "value") ?? ""]),
  );
}

function attributeOf(tag: string, name: string): string | undefined {
  return new RegExp(String.raw`\b${name}="([^"]*)"`)
    .exec(tag)?.[1]
    ?.replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

/** The cookies of this sign-in only. They are dropped afterwards, so that no browser is signed in by it. */
function createCookieJar() {
  let cookies: readonly Cookie[] = [];
  return {
    cookiesFor({ pathname }: URL): string {
      const sent = cookies.filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, "/")));
      return sent.map(({ name, value }) => `${name}=${value}`).join("; ");
    },
    store(lines: readonly string[], { pathname }: URL): void {
      for (const line of lines) {
        const [pair = "", ...attributes] = line.split(/; */);
        const [name = "", value = ""] = pair.split(/=(.*)/s);
        const findAttribute = (wanted: string) =>
          attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
        const path = findAttribute("path") ?? pathname;
        const isExpired = Date.parse(findAttribute("expires") ?? "") <= Date.now();
        const others = cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
        cookies = isExpired ? others : [...others, { name, value, path }];
      }
    },
  };
}
