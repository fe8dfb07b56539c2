import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener, type Server as HttpServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { adsbSource } from "../../../server/ingest/sources/adsb.source.ts";
import { listenTo, type Listening } from "./listening.fixture.ts";

const POLL_MS = 20;
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function open<S extends HttpServer | TcpServer>(server: S, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

function listen(url: string): Listening {
  const settings = { kind: "adsb", url } as const;
  const listening = listenTo(settings, adsbSource(settings, POLL_MS));
  closing.push(listening.stop);
  listening.start();
  return listening;
}

const icaosOf = ({ received }: Listening) =>
  received.map((one) => (one.kind === "traffic" ? one.report.icao : one.kind));

/** readsb behind a web server, which can be stopped and started again at its port. */
async function startReadsb(answer: RequestListener) {
  let server = createHttpServer(answer);
  const port = await open(server);
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    if (server.listening) await once(server, "close");
  };
  closing.push(stop);
  return {
    url: `http://127.0.0.1:${port}/data/aircraft.json`,
    stop,
    async start() {
      server = createHttpServer(answer);
      await open(server, port);
    },
  };
}

it("a receiver is read again and again, also after it was away", async () => {
  let documents = 0;
  const readsb = await startReadsb((_, response) => {
    const now = Date.now() / 1000;
    const entry = { hex: (0x4c_0000 + ++documents).toString(16), lat: 47, lon: 15, seen_pos: 0 };
    response.end(JSON.stringify({ now, aircraft: [entry] }));
  });
  const listening = listen(readsb.url);
  await listening.until(() => listening.received.length >= 3);
  expect(icaosOf(listening).slice(0, 3)).toEqual(["4c0001", "4c0002", "4c0003"]);
  await readsb.stop();
  await listening.untilState("waiting");
  expect(listening.status().last_error).toMatch(/Nothing listens at http|cannot be reached/);
  const before = listening.received.length;
  await readsb.start();
  await listening.until(() => listening.received.length > before);
  expect(listening.status().state).toBe("running");
});

it.each([
  [404, "", /answers with 404; the address has to be that of aircraft.json/],
  [200, "x".repeat(3 * 1024 * 1024), /too long for an aircraft.json/],
])("an answer %i that is no file of a receiver is an error in words", async (status, body, sentence) => {
  const readsb = await startReadsb((_, response) => {
    response.statusCode = status;
    response.end(body);
  });
  const listening = listen(readsb.url);
  await listening.untilState("waiting");
  expect(listening.status().last_error).toMatch(sentence);
  expect(listening.received).toEqual([]);
});

it("lines arrive in pieces, and a receiver that ended the connection is connected again", async () => {
  const sockets: Socket[] = [];
  const dump1090 = createTcpServer((socket) => void sockets.push(socket));
  const port = await open(dump1090);
  closing.push(() => {
    sockets.forEach((socket) => socket.destroy());
    dump1090.close();
  });
  const line = (address: string) =>
    `MSG,3,1,1,${address},1,2026/06/01,12:00:00.000,2026/06/01,12:00:00.000,,3000,,,47.1,15.4,,,0,,0,0\r\n`;
  const listening = listen(`tcp://127.0.0.1:${port}`);
  await once(dump1090, "connection");
  const whole = `${line("4CA001")}${line("4CA002")}`;
  sockets[0]!.setNoDelay(true).write(whole.slice(0, 30));
  sockets[0]!.write(whole.slice(30, 100));
  sockets[0]!.write(whole.slice(100));
  await listening.until(() => listening.received.length === 2);
  const again = once(dump1090, "connection");
  sockets[0]!.end();
  await again;
  sockets[1]!.write(line("4CA003"));
  await listening.until(() => listening.received.length === 3);
  expect(icaosOf(listening)).toEqual(["4ca001", "4ca002", "4ca003"]);
  expect(listening.status().last_error).toBe(`The receiver at 127.0.0.1:${port} ended the connection.`);
});
