/** A form as it stands in a page: where it goes and what it would send. */
export type Form = {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly button: string;
};

export type Page = {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly forms: readonly Form[];
};

export type PlainBrowser = {
  /** Follows redirects until a page comes, or an address that is not the station's: that is not opened. */
  readonly open: (url: string) => Promise<Page>;
  /** Sends the form whose button has these words, with the fields filled in. */
  readonly press: (page: Page, button: string, fields?: Readonly<Record<string, string>>) => Promise<Page>;
  /** The complete value of `Set-Cookie`. */
  readonly setCookies: readonly string[];
  /** Those that it would send now. */
  readonly cookies: readonly Cookie[];
  readonly forgetCookies: () => void;
};

export type Cookie = { readonly name: string; readonly value: string; readonly path: string };

/** A browser without JavaScript: cookies with paths, redirects and forms, on top of fetch. */
export function createPlainBrowser(station: string): PlainBrowser {
  let cookies: Cookie[] = [];
  const setCookies: string[] = [];

  async function send(url: string, init: RequestInit = {}): Promise<Page> {
    let target = url;
    let request = init;
    for (let hops = 0; hops < 12; hops++) {
      if (new URL(target).origin !== new URL(station).origin) return elsewhere(target);
      const { pathname } = new URL(target);
      const sent = cookies.filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, "/")));
      const response = await fetch(target, {
        ...request,
        redirect: "manual",
        headers: {
          accept: "text/html",
          ...(sent.length === 0 ? {} : { cookie: sent.map(({ name, value }) => `${name}=${value}`).join("; ") }),
          ...(request.headers as Record<string, string> | undefined),
        },
      });
      for (const line of response.headers.getSetCookie()) keep(line, pathname);
      const location = response.headers.get("location");
      if (location === null) {
        const text = await response.text();
        return { url: target, status: response.status, headers: response.headers, text, forms: formsOf(text) };
      }
      target = new URL(location, target).href;
      request = response.status === 307 ? init : {};
    }
    throw new Error(`Too many redirects from ${url}`);
  }

  function keep(line: string, pathname: string): void {
    setCookies.push(line);
    const [pair = "", ...attributes] = line.split(/; */);
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    const attribute = (wanted: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const path = attribute("path") ?? pathname;
    cookies = cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    const expires = attribute("expires");
    if (expires === undefined || Date.parse(expires) > Date.now()) cookies.push({ name, value, path });
  }

  return {
    open: (url) => send(url),
    press(page, button, fields = {}) {
      const form = page.forms.find((candidate) => candidate.button === button);
      if (form === undefined) throw new Error(`No button "${button}" at ${page.url} (${page.status}): ${page.text}`);
      return send(new URL(form.action, page.url).href, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", origin: new URL(page.url).origin },
        body: new URLSearchParams({ ...form.fields, ...fields }).toString(),
      });
    },
    setCookies,
    get cookies() {
      return cookies;
    },
    forgetCookies: () => void (cookies = []),
  };
}

function elsewhere(url: string): Page {
  return { url, status: 0, headers: new Headers(), text: "", forms: [] };
}

function formsOf(html: string): readonly Form[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, tag = "", body = ""]) => ({
    action: attribute(tag, "action") ?? "",
    button: /<button\b[^>]*>(.*?)<\/button>/s.exec(body)?.[1]?.trim() ?? "",
    fields: Object.fromEntries(
      [...body.matchAll(/<(?:input|button)\b([^>]*)>/gs)]
        .map(([, field = ""]) => field)
        .filter((field) => attribute(field, "type") !== "checkbox" && attribute(field, "name") !== undefined)
        .map((field) => [attribute(field, "name") ?? "", attribute(field, "value") ?? ""]),
    ),
  }));
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(String.raw`\b${name}="([^"]*)"`)
    .exec(tag)?.[1]
    ?.replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
