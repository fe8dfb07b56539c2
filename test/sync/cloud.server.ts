import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Transport } from "../../server/sync/index.ts";

export type CloudServer = { readonly url: string; readonly close: () => Promise<void> };

/** Puts a model cloud, or a faulty way to it, behind a socket on this computer. */
export async function serveCloud(transport: Transport): Promise<CloudServer> {
  const server = createServer((incoming, outgoing) => {
    void answer(transport, incoming, `http://${incoming.headers.host ?? "localhost"}`).then(
      ({ status, headers, body }) => outgoing.writeHead(status, headers).end(body),
      () => outgoing.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(transport: Transport, incoming: IncomingMessage, origin: string) {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return transport(
    {
      method: incoming.method ?? "GET",
      url: `${origin}${incoming.url ?? "/"}`,
      headers: Object.fromEntries(headers) as Record<string, string>,
      body: chunks.length === 0 ? null : Buffer.concat(chunks),
    },
    new AbortController().signal,
  );
}
