import { execFileSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { expect, it } from "vitest";
import { systemClock } from "../../kernel/clock.ts";
import { silentLog, type Log } from "../../kernel/log.ts";
import { createSyslog } from "./syslog.ts";
import type { SyslogTarget } from "./syslog.rules.ts";

const PATIENT = { timeout: 20_000 };
const HOST = "127.0.0.1";

const entry = (id: number) => ({
  id,
  timeMs: Date.UTC(2026, 10, 22),
  kind: "signed_in" as const,
  userId: null,
  actorId: null,
  address: null,
  detail: { name: "ž" },
  hash: Buffer.alloc(32),
});
const idsIn = (messages: readonly string[]) => messages.map((text) => /(?:id|lost)="\d+"/.exec(text)?.[0]);

function start(target: SyslogTarget, log: Log = silentLog) {
  return createSyslog({ target, clock: systemClock, log, retryMs: 5, maxWaiting: 3 });
}

/** Reads messages by their octet counts, strictly. */
function receive(server: Server) {
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  const read = (socket: Socket) => {
    sockets.add(socket);
    let rest = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const head = /^([1-9]\d*) /.exec(rest.subarray(0, 12).toString("latin1"));
        if (head === null && rest.length > 12) throw new Error(`no octet count: ${rest.toString()}`);
        const end = head === null ? Infinity : head[0].length + Number(head[1]);
        if (rest.length < end) return;
        messages.push(rest.subarray(head![0].length, end).toString());
        rest = rest.subarray(end);
      }
    });
  };
  server.on("connection", (socket) => void sockets.add(socket));
  return { messages, read, drop: () => sockets.forEach((socket) => socket.destroy()) };
}

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, HOST);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

it("datagrams hold one message each", async () => {
  const socket = createSocket("udp4");
  const messages: string[] = [];
  socket.on("message", (bytes) => void messages.push(bytes.toString()));
  socket.bind(0, HOST);
  await once(socket, "listening");
  const syslog = start({ transport: "udp", host: HOST, port: socket.address().port });
  syslog.send(entry(1));
  syslog.send(entry(2));
  await expect.poll(() => idsIn(messages), PATIENT).toEqual(['id="1"', 'id="2"']);
  expect(messages[0]).toMatch(
    /^<85>1 2026-11-22T00:00:00\.000Z \S+ fieldstation \d+ signed_in \[.*name="ž"\] signed in$/,
  );
  await syslog.close();
  socket.close();
});

it("over TCP waiting entries are sent in order once there is a receiver, the number of dropped ones is reported, and it reconnects", async () => {
  const first = createServer();
  const port = await listen(first);
  first.close();
  await once(first, "close");
  const logged: string[] = [];
  const note = (_fields: object, text: string) => void logged.push(text);
  const syslog = start({ transport: "tcp", host: HOST, port }, { ...silentLog, warn: note, info: note });
  for (let id = 1; id <= 5; id++) syslog.send(entry(id));
  await expect.poll(() => logged, PATIENT).toEqual(["audit entries cannot be sent to syslog; they wait"]);

  const server = createServer();
  const { messages, read, drop } = receive(server);
  server.on("connection", read);
  await listen(server, port);
  await expect.poll(() => idsIn(messages), PATIENT).toEqual(['lost="2"', 'id="3"', 'id="4"', 'id="5"']);
  expect(logged.at(-1)).toBe("audit entries are sent to syslog again");
  const again = once(server, "connection");
  drop();
  // What is written into a connection that is ending may be lost; the one after it is not.
  let id = 6;
  const timer = setInterval(() => syslog.send(entry(id++)), 20);
  await again;
  clearInterval(timer);
  await expect.poll(() => idsIn(messages).at(-1), PATIENT).toBe(`id="${id - 1}"`);
  await syslog.close();
  server.close();
});

it("ends within about a second while a receiver is silent that is being connected to", async () => {
  const server = createServer();
  const port = await listen(server);
  // Reads what comes, and never answers.
  server.on("connection", (socket) => socket.on("error", () => undefined).resume());
  const connected = once(server, "connection");
  const syslog = start({ transport: "tls", host: HOST, port });
  syslog.send(entry(1));
  await connected;
  const startedMs = performance.now();
  await syslog.close();
  expect(performance.now() - startedMs).toBeLessThan(5000);
  server.close();
  await once(server, "close");
});

it("over TLS what waits is sent to a receiver whose certificate is trusted, and nothing to any other", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fieldstation-syslog-"));
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
  const subject = [
    "-subj",
    "/CN=log.example",
    "-addext",
    `subjectAltName=IP:${HOST}`,
    "-days",
    "1",
    "-nodes",
    "-newkey",
    "rsa:2048",
  ];
  execFileSync("openssl", ["req", "-x509", ...subject, "-keyout", key!, "-out", cert!], { stdio: "ignore" });
  const server = createTlsServer({ key: readFileSync(key!), cert: readFileSync(cert!) });
  const { messages, read } = receive(server);
  server.on("secureConnection", read);
  server.on("tlsClientError", () => undefined);
  const port = await listen(server);
  const reasons: unknown[] = [];
  const log = { ...silentLog, warn: (fields: object) => void reasons.push((fields as { reason: string }).reason) };
  const syslog = start({ transport: "tls", host: HOST, port }, log);
  syslog.send(entry(1));
  await expect.poll(() => reasons, PATIENT).toEqual([expect.stringMatching(/self.signed certificate/)]);
  expect(messages).toEqual([]);
  await syslog.close();
  const trusting = start({ transport: "tls", host: HOST, port, ca: readFileSync(cert!, "utf8") });
  trusting.send(entry(2));
  await expect.poll(() => idsIn(messages), PATIENT).toEqual(['id="2"']);
  await trusting.close();
  server.close();
  rmSync(folder, { recursive: true });
});
