import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { closeIdleConnections } from "./idle-connections.ts";

const REQUEST = "GET / HTTP/1.1\r\nHost: station\r\n\r\n";

const server = createServer((_, response) => response.end("answer"));
closeIdleConnections(server);
let client: Socket;
/** The end of the same connection at the server. */
let atServer: Socket;
beforeEach(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const connected = once(server, "connection");
  client = connect((server.address() as { port: number }).port, "127.0.0.1").setEncoding("utf8");
  [atServer] = (await connected) as [Socket];
});
afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const nextAnswer = async () => ((await once(client, "data")) as [string])[0].split("\r\n")[0];

it("answers a request that came while the process was stalled, although the connection's time had passed", async () => {
  client.write(REQUEST);
  expect(await nextAnswer()).toBe("HTTP/1.1 200 OK");
  // As after a stall: the request has arrived and is not read yet when the timer of the connection runs, among the timers.
  await pause(0);
  client.write(REQUEST);
  atServer.emit("timeout");
  expect(await nextAnswer()).toBe("HTTP/1.1 200 OK");
});

it("closes a connection on which nothing came", async () => {
  client.write(REQUEST);
  expect(await nextAnswer()).toBe("HTTP/1.1 200 OK");
  atServer.emit("timeout");
  await once(client, "close");
});
