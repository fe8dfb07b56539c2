import { type Agent, get } from "node:http";

export type Downloaded = {
  readonly bytes: number;
  readonly tookMs: number;
  /** Time until the first byte of the body, or the end of an empty one. */
  readonly firstByteMs: number;
};

/** Reads a response of a station to its end and discards it. */
export function download(
  url: string,
  query: Readonly<Record<string, string>>,
  { agent, accept = "application/json" }: { readonly agent: Agent; readonly accept?: string },
): Promise<Downloaded> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(
      `${url}?${new URLSearchParams(query).toString()}`,
      { headers: { Accept: accept }, agent },
      (response) => {
        let bytes = 0;
        let firstByteMs: number | undefined;
        if (response.statusCode !== 200) reject(new Error(`${url} was answered with ${response.statusCode}`));
        response.on("data", (chunk: Uint8Array) => {
          firstByteMs ??= performance.now() - started;
          bytes += chunk.length;
        });
        response.once("end", () => {
          const tookMs = performance.now() - started;
          resolve({ bytes, tookMs, firstByteMs: firstByteMs ?? tookMs });
        });
        response.once("error", reject);
      },
    );
    request.once("error", reject);
  });
}
