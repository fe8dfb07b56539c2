/** A running station, reached through its published API. */
export type RemoteStation = { readonly url: string; readonly token?: string | undefined };

/**
 * Sends a request to a running station. Rejects with the station's own message when it refuses, and with a readable one
 * when it cannot be reached.
 */
export async function fetchFromStation(
  { url, token }: RemoteStation,
  path: string,
  init: {
    readonly method?: string;
    readonly accept?: string;
    readonly body?: unknown;
    /** A file that is sent as the body, unchanged. */
    readonly file?: Blob;
    readonly signal?: AbortSignal;
  } = {},
): Promise<Response> {
  const headers: Record<string, string> = { Accept: init.accept ?? "application/json" };
  if (token !== undefined) headers["X-Personal-Access-Token"] = token;
  if (init.body !== undefined) headers["Content-Type"] = "application/json";
  if (init.file !== undefined) headers["Content-Type"] = "application/octet-stream";
  const body = init.file ?? (init.body === undefined ? undefined : JSON.stringify(init.body));
  let response: Response;
  try {
    response = await fetch(new URL(path, url), {
      method: init.method ?? "GET",
      headers,
      ...(init.signal === undefined ? {} : { signal: init.signal }),
      ...(body === undefined ? {} : { body }),
    });
  } catch (error) {
    init.signal?.throwIfAborted();
    throw new Error(`No station answers at ${url}.`, { cause: error });
  }
  if (response.ok) return response;
  throw new Error(`The station at ${url} answered ${response.status}: ${await errorMessageOf(response)}`);
}

async function errorMessageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const body = JSON.parse(text) as {
      messages?: string[];
      msg?: string;
      detail?: { msg: string } | { msg: string }[];
    };
    const details = Array.isArray(body.detail) ? body.detail : body.detail === undefined ? [] : [body.detail];
    return [
      ...(body.messages ?? []),
      ...details.map(({ msg }) => msg),
      ...(body.msg === undefined ? [] : [body.msg]),
    ].join(" ");
  } catch {
    return text.slice(0, 200);
  }
}
