import { createSocket } from "node:dgram";
import { connect as connectTcp, isIP, isIPv6, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { SECOND_MS } from "../../kernel/clock.ts";
import { octetCounted, type SyslogTarget } from "./syslog.rules.ts";

/** A connection to the receiver. It ends with its first failure. */
export type SyslogConnection = {
  /** Resolves once the system has accepted the message. */
  readonly send: (message: string) => Promise<void>;
  readonly close: () => void;
};

const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;

type Ending = {
  /** The receiver closed it, or it failed. */
  readonly onEnded: () => void;
  /** Ends the connection at once, also while it is being opened. */
  readonly signal: AbortSignal;
};

export function openSyslogConnection(target: SyslogTarget, ending: Ending): Promise<SyslogConnection> {
  return target.transport === "udp" ? openDatagrams(target) : openStream(target, ending);
}

/** Datagrams are not acknowledged: a loss on the way remains unnoticed. */
async function openDatagrams({ host, port }: SyslogTarget): Promise<SyslogConnection> {
  const socket = createSocket(isIPv6(host) ? "udp6" : "udp4").unref();
  // An unreachable port is reported by a later call; without a listener it would end the process.
  socket.on("error", () => undefined);
  return {
    send: (message) =>
      new Promise((resolve, reject) => {
        socket.send(message, port, host, (error) => (error === null ? resolve() : reject(error)));
      }),
    close: () => void socket.close(),
  };
}

async function openStream(
  { transport, host, port, ca }: SyslogTarget,
  { onEnded, signal }: Ending,
): Promise<SyslogConnection> {
  const socket: Socket =
    transport === "tls"
      ? connectTls({ host, port, ca, ...(isIP(host) === 0 ? { servername: host } : {}), minVersion: "TLSv1.2" })
      : connectTcp({ host, port });
  const endNow = () => socket.destroy(new Error("the station ends"));
  signal.addEventListener("abort", endNow, { once: true });
  await new Promise<void>((resolve, reject) => {
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy(new Error("no answer within ten seconds")));
    socket.once(transport === "tls" ? "secureConnect" : "connect", resolve);
    socket.once("error", reject);
  });
  socket.setTimeout(0).setKeepAlive(true, 30 * SECOND_MS);
  socket.on("error", () => undefined);
  socket.once("close", onEnded);
  // A receiver sends nothing; reading is necessary to notice that it closes.
  socket.resume();
  return {
    send: (message) =>
      new Promise((resolve, reject) => {
        socket.write(octetCounted(message), (error) => (error ? reject(error) : resolve()));
      }),
    close() {
      // Everything written so far still arrives, followed by the end of the connection.
      signal.removeEventListener("abort", endNow);
      socket.end();
    },
  };
}
