import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bareTokenParser } from "./bare-token.parser.ts";
import { LiveMessage } from "./live-message.ts";
import { writeToAll } from "./shared-write.ts";

const http = createServer();
const server = new Server(http, { parser: bareTokenParser });
beforeAll(async () => {
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
});
afterAll(() => server.close());

/** Around the lengths at which the header of a frame changes, with letters of one to four bytes. */
const TEXTS = [0, 90, 110, 125, 126, 65_490, 65_535, 65_536, 70_000].flatMap((length) =>
  ["x", "č", "𝄞"].map((letter) => letter.repeat(length)),
);

it.each(["websocket", "polling"])(
  "writes all events at once, which a client by %s gets in order",
  async (transport) => {
    const client = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
      transports: [transport],
      forceNew: true,
    });
    const connected = once(server, "connection") as Promise<[{ readonly conn: never }]>;
    const got: unknown[] = [];
    const all = new Promise<void>((resolve) => {
      client.on("telemetry_ua", (payload: { readonly n: number }) => {
        got.push(payload);
        if (payload.n === TEXTS.length - 1) resolve();
      });
    });
    const [{ conn }] = await connected;
    const payloads = TEXTS.map((text, n) => ({ n, text }));
    const messages = payloads.map((payload) => new LiveMessage("telemetry_ua", JSON.stringify(payload)));
    writeToAll([conn], messages);
    await all;
    expect(got).toEqual(payloads);
    client.close();
  },
);
