import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server, type Socket } from "socket.io";
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

it.each([
  ["writes all events at once", "websocket", true],
  ["writes all events at once", "polling", true],
  ["writes one event after the other while the first is on its way", "websocket", false],
  ["writes one event after the other while the first is on its way", "polling", false],
])("%s, which a client by %s gets in order", async (_, transport, isAtOnce) => {
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
  if (isAtOnce) writeToAll([{ connection: conn }], messages);
  else for (const message of messages) writeToAll([{ connection: conn }], [message]);
  await all;
  expect(got).toEqual(payloads);
  client.close();
});

it("reports that a connection has sent what was waiting, when all of it was passed on", async () => {
  const client = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
    transports: ["websocket"],
    forceNew: true,
  });
  const [{ conn }] = (await once(server, "connection")) as [Socket];
  const messages = [new LiveMessage("telemetry_ua", JSON.stringify({ text: TEXTS.at(-1) }))];
  let drains = 0;
  const drained = new Promise<void>((resolve) => {
    conn.on("drain", () => {
      drains++;
      if (drains === 2) resolve();
    });
  });
  writeToAll([{ connection: conn }], messages);
  expect(drains).toBe(1);
  for (let waiting = 0; waiting < 3; waiting++) writeToAll([{ connection: conn }], messages);
  // They are joined in one buffer until the socket has accepted the first.
  expect(drains).toBe(1);
  await drained;
  client.close();
});

it.each(["websocket", "polling"])(
  "sends a notice to one of them before the events of all, to a client by %s",
  async (transport) => {
    const open = async () => {
      const connected = once(server, "connection") as Promise<[Socket]>;
      const client = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
        transports: [transport],
        forceNew: true,
      });
      const got: unknown[] = [];
      client.onAny((event: string, payload: unknown) => void got.push([event, payload]));
      const [{ conn }] = await connected;
      return { client, got, conn };
    };
    const [one, other] = [await open(), await open()];
    const messages = [1, 2].map((n) => new LiveMessage("telemetry_ua", JSON.stringify({ n })));
    const notice = new LiveMessage("notice", JSON.stringify({ type: "records_skipped" }));
    const last = [one, other].map(({ client }) => new Promise((resolve) => client.once("operation", resolve)));
    writeToAll([{ connection: one.conn, notice }, { connection: other.conn }], messages);
    writeToAll([{ connection: one.conn }, { connection: other.conn }], [new LiveMessage("operation", "{}")]);
    await Promise.all(last);
    const events = [
      ["telemetry_ua", { n: 1 }],
      ["telemetry_ua", { n: 2 }],
      ["operation", {}],
    ];
    expect([one.got, other.got]).toEqual([[["notice", { type: "records_skipped" }], ...events], events]);
    one.client.close();
    other.client.close();
  },
);
