import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { redirectPage, type RedirectPage } from "./redirect.page.ts";

/** Waits for the browser's redirect from the provider (RFC 8252, 7.3). */
export interface RedirectListener {
  /** On 127.0.0.1 and a free port, for this one sign-in. */
  readonly redirectUri: string;
  /** The first redirect with the right `state`. Rejects with the signal's reason if it aborts before. */
  next(signal: AbortSignal): Promise<Redirected>;
  /** Stops listening; a page that is being sent is still delivered. */
  close(): void;
}

export interface Redirected {
  /** With the parameters of the answer. */
  readonly url: URL;
  /** What the browser shows; it waits until this is called. */
  show(page: RedirectPage): void;
}

const path = "/callback";

/**
 * Listens on a free loopback port. Requests without the right `state` are refused and change nothing: any page in the
 * browser can send requests here, and none may end a sign-in or pretend to be the provider.
 */
export async function listenForRedirect(state: string): Promise<RedirectListener> {
  const answered = Promise.withResolvers<Redirected>();
  let redirectUri = "";
  let isTaken = false;
  const server = createServer((request, response) => {
    const url = readAnswer(request, redirectUri);
    if (url === undefined) return send(response, 404, "not-here");
    if (isTaken || url.searchParams.get("state") !== state) return send(response, 400, "not-awaited");
    isTaken = true;
    answered.resolve({ url, show: (page) => send(response, 200, page) });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("a listener on a port has no port");
  redirectUri = `http://127.0.0.1:${bound.port}${path}`;
  return {
    redirectUri,
    next(signal) {
      signal.addEventListener("abort", () => answered.reject(signal.reason), { once: true });
      if (signal.aborted) answered.reject(signal.reason);
      return answered.promise;
    },
    close: () => void server.close(),
  };
}

/** The address of a request that may be an answer: our own name in `Host`, so no other name leads here (DNS rebinding). */
function readAnswer({ method, url = "", headers }: IncomingMessage, redirectUri: string): URL | undefined {
  const expected = new URL(redirectUri);
  if (method !== "GET" || headers.host !== expected.host) return undefined;
  const asked = URL.parse(url, redirectUri);
  return asked !== null && asked.origin === expected.origin && asked.pathname === path ? asked : undefined;
}

function send(response: ServerResponse, status: number, page: RedirectPage): void {
  const { markup, policy } = redirectPage(page);
  response
    .writeHead(status, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      // The address contains the code of the sign-in.
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      Connection: "close",
    })
    .end(markup);
}
