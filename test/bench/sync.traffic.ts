import { createServer, type IncomingMessage, request as forward, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

/** The traffic between two stations. */
export type Traffic = {
  readonly requests: number;
  /** Points of flights in the requests that send them. */
  readonly pointsSent: number;
  /** Bytes of these requests, as sent. */
  readonly pointBytes: number;
  /** Bytes of the responses in which points are read back. */
  readonly readBackBytes: number;
};

export type CountingProxy = AsyncDisposable & { readonly url: string; readonly traffic: () => Traffic };

const TELEMETRY = /^\/v1\/flights\/[^/]+\/telemetry/;

/** Forwards requests to a station and counts them. */
export async function startCountingProxy(
  target: string,
  onPoints: (sent: number) => void = () => undefined,
): Promise<CountingProxy> {
  let requests = 0;
  let pointsSent = 0;
  let pointBytes = 0;
  let readBackBytes = 0;

  async function passOn(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    requests++;
    const { method = "GET", headers, url = "/" } = incoming;
    const body = await bytesOf(incoming);
    const isTelemetry = TELEMETRY.test(url);
    if (isTelemetry && method === "POST") {
      const json = headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
      pointsSent += (JSON.parse(json.toString()) as readonly unknown[]).length;
      pointBytes += body.length;
    }
    const onward = forward(`${target}${url}`, { method, headers: { ...headers, host: new URL(target).host } });
    onward.once("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (isTelemetry && method === "GET") answer.on("data", (chunk: Buffer) => (readBackBytes += chunk.length));
      answer.pipe(outgoing);
      if (isTelemetry && method === "POST") onPoints(pointsSent);
    });
    onward.once("error", () => outgoing.destroy());
    onward.end(body);
  }

  const server = createServer((incoming, outgoing) => {
    // A sender that was killed leaves an incomplete request.
    passOn(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    traffic: () => ({ requests, pointsSent, pointBytes, readBackBytes }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
