import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { fetchInTime } from "../../src/renderer/src/api/fetch-in-time.ts";

describe("a request with a time limit", () => {
  const servers: ReturnType<typeof createServer>[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function serve(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  it("returns the response unchanged, also a refusal", async () => {
    const address = await serve((request, response) => response.writeHead(404).end(request.headers.accept));
    expect(await fetchInTime(address, { accept: "text/html" })).toEqual({
      status: 404,
      url: address,
      text: "text/html",
    });
  });

  it.each<[string, RequestListener]>([
    ["never answered", () => undefined],
    ["answered in part", (_, response) => response.writeHead(200).write("half")],
  ])("ends without an answer where it is %s", async (_, answer) => {
    expect(await fetchInTime(await serve(answer), { accept: "*/*", limitMs: 50 })).toBeUndefined();
  });

  it("ends without an answer where nothing listens", async () => {
    const address = await serve(() => undefined);
    const server = servers.pop();
    await new Promise((resolve) => server?.close(resolve));
    expect(await fetchInTime(address, { accept: "*/*" })).toBeUndefined();
  });
});
