import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { watchCallers } from "./callers.ts";

const LONG_MS = 60_000;

describe("watchCallers", () => {
  let ours: Server;
  let other: Server;
  let callers: ReturnType<typeof watchCallers>;
  let sockets: Socket[];
  beforeEach(async () => {
    sockets = [];
    ours = createServer();
    other = createServer();
    callers = watchCallers(ours);
    for (const server of [ours, other]) {
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
    }
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    ours.close();
    other.close();
  });

  async function call(server: Server): Promise<number> {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    sockets.push(socket);
    await once(socket, "connect");
    return (socket.address() as AddressInfo).port;
  }

  it("recognises a connection to its own server, whether it was accepted before the question or after it", async () => {
    const port = await call(ours);
    expect(await callers.isReachedFrom(port, LONG_MS)).toBe(true);
    expect(await callers.isReachedFrom(port, LONG_MS)).toBe(true);
  });

  it("does not take a connection to another program for its own", async () => {
    expect(await callers.isReachedFrom(await call(other), 1)).toBe(false);
  });
});
