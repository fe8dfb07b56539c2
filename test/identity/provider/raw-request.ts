import { request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";

/** The response to a request with exactly these headers, `Host` included. */
export type RawAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
};

export function rawRequest(
  url: string,
  headers: Readonly<Record<string, string>>,
  options: { readonly method?: string; readonly body?: string } = {},
): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const sent = request(url, { method: options.method ?? "GET", headers }, (response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (chunk: string) => (text += chunk));
    response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
  });
  sent.on("error", reject);
  sent.end(options.body);
  return promise;
}
