import { once } from "node:events";
import { Agent, type IncomingMessage, request as requestOf } from "node:http";
import { describe, expect, it } from "vitest";
import { startHttpStation } from "./http-station.ts";

const IMPORT = "/station/v1/flight-imports";

/** One request over the connection of the agent: its status, and the local port of the connection. */
async function send(agent: Agent, url: string, body?: Buffer) {
  const method = body === undefined ? "GET" : "POST";
  const sent = requestOf(url, { agent, method, headers: { "Content-Type": "application/octet-stream" } });
  const connected = once(sent, "socket");
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const [{ localPort }] = (await connected) as [{ localPort: number }];
  response.resume();
  await once(response, "end");
  return { status: response.statusCode, localPort };
}

describe("a body that is refused before it was read", () => {
  it.each([
    ["without a look at it", 0],
    ["after its beginning", 1],
  ])("%s leaves the connection usable", async (_when, chunksToRead) => {
    await using station = await startHttpStation({
      handlers: {
        importFlights: async ({ upload }) => {
          const chunks = upload.chunks[Symbol.asyncIterator]();
          for (let read = 0; read < chunksToRead; read += 1) await chunks.next();
          return { status: 400, body: { error: "unreadable_log", messages: ["Not a log."] } };
        },
      },
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const refused = await send(agent, station.url + IMPORT, Buffer.alloc(5_000_000, 0x20));
    const next = await send(agent, `${station.url}/station/v1/health`);
    agent.destroy();
    expect([refused.status, next.status, next.localPort]).toEqual([400, 200, refused.localPort]);
  });
});
