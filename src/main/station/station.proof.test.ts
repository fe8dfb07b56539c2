import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StationCommand } from "./station.messages.ts";
import { createStationProof } from "./station.proof.ts";

describe("createStationProof", () => {
  let server: Server;
  let callers: number[];
  let url: string;
  beforeEach(async () => {
    callers = [];
    server = createServer((socket) => void callers.push(socket.remotePort ?? 0));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => void server.close());

  /** A process that holds the server, or one that does not and says so. */
  function startProof(isHolder: boolean) {
    const asked: StationCommand[] = [];
    const proof = createStationProof((command) => {
      asked.push(command);
      if (command.type === "caller") proof.answered(command.port, isHolder);
    });
    return { proof, asked };
  }

  it("asks about the very connection that it has opened", async () => {
    const { proof, asked } = startProof(true);
    expect(await proof.isItself(url)).toBe(true);
    await expect.poll(() => callers).toEqual([expect.any(Number)]);
    expect(asked).toEqual([{ type: "caller", port: callers[0] }]);
  });

  it("does not take another program at the address for the station", async () => {
    expect(await startProof(false).proof.isItself(url)).toBe(false);
  });

  it("fails if nothing listens, without a question to the process", async () => {
    server.close();
    await once(server, "close");
    const { proof, asked } = startProof(true);
    expect(await proof.isItself(url)).toBe(false);
    expect(asked).toEqual([]);
  });

  it("proves nothing of a process that ends before it has answered", async () => {
    const proof = createStationProof(() => proof.end());
    expect(await proof.isItself(url)).toBe(false);
  });
});
