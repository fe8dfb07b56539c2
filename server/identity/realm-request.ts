import type { IncomingMessage, ServerResponse } from "node:http";
import { pageModeOf } from "./pages/page-mode.ts";
import { pageHeaders, renderPage } from "./pages/page.ts";
import type { Page } from "./pages/page.ts";
import { PATHS, REALM_PATH } from "./realm.ts";

/** The path of a request below the realm, and its query including the question mark. */
export type RealmPath = { readonly path: string; readonly query: string };

const MAX_FORM_BYTES = 16 * 1024;

/** Pages that use cookies, which are bound to one host name of the station. */
const BROWSER_PATHS: readonly string[] = [PATHS.authorization, PATHS.endSession, PATHS.device];

/** The part of a request target below the realm; undefined for other targets. */
export function realmPathOf(target: string): RealmPath | undefined {
  const [path = "", ...rest] = target.split("?");
  if (path !== REALM_PATH && !path.startsWith(`${REALM_PATH}/`)) return undefined;
  const query = target.slice(path.length);
  return { path: path.slice(REALM_PATH.length) || "/", query: rest.length === 0 ? "" : query };
}

/**
 * Sets scheme and host of a request to those of the issuer, whatever the client sent, because the provider builds every
 * URL in its responses from them.
 */
export function pinToIssuer(request: IncomingMessage, issuer: string, { path, query }: RealmPath): void {
  const { protocol, host } = new URL(issuer);
  request.headers["x-forwarded-proto"] = protocol.slice(0, -1);
  request.headers["x-forwarded-host"] = host;
  request.headers["x-forwarded-for"] = remoteAddressOf(request);
  request.headers.host = host;
  request.url = path + query;
}

/** The URL to redirect a browser to if it used another host name of the station; otherwise cookies would be lost. */
export function canonicalUrl(request: IncomingMessage, issuer: string, at: RealmPath): string | undefined {
  if (request.method !== "GET" || !BROWSER_PATHS.includes(at.path)) return undefined;
  return request.headers.host === new URL(issuer).host ? undefined : issuer + at.path + at.query;
}

export function remoteAddressOf(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? "";
}

/** Fields of a form, the first of each name; undefined for another content type or a body that is too large. */
export async function readForm(request: IncomingMessage): Promise<ReadonlyMap<string, string> | undefined> {
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection must survive a form that is too large, because the refusal is sent on it.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_FORM_BYTES) return undefined;
    chunks.push(chunk);
  }
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString("utf8"))) {
    if (!fields.has(name)) fields.set(name, value);
  }
  return fields;
}

export function sendPage(
  response: ServerResponse,
  status: number,
  page: Page,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...pageHeaders(page.formActions, page.script),
    "Content-Type": "text/html; charset=utf-8",
    ...headers,
  });
  response.end(renderPage(page, pageModeOf(response.req.headers)));
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...pageHeaders(), "Content-Type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(body));
}
