import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { HttpStation } from "./http-station.ts";

/** What a proxy on this computer adds for a caller on another one. */
export const FROM_OTHER_COMPUTER = { "X-Forwarded-For": "192.0.2.7" };
export const GZIP = { "Accept-Encoding": "gzip" };
export const REMOTE = { ...FROM_OTHER_COMPUTER, ...GZIP };

type Got = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** The response as it is on the wire. */
export async function get(
  { port }: Pick<HttpStation, "port">,
  path: string,
  headers: Readonly<Record<string, string>>,
  { method = "GET", host = "127.0.0.1" } = {},
): Promise<Got> {
  const sent = request({ port, path, headers, method, host });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) };
}
