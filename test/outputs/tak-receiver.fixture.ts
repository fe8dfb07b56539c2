import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";

export type TakReceiver = {
  readonly port: number;
  /** The events of all connections, in the order of their arrival. */
  readonly events: () => readonly string[];
  readonly connections: ReadonlySet<Socket>;
  readonly close: () => Promise<void>;
};

/** A receiver of TAK events; `create` makes the server, one of TCP unless given. */
export async function startReceiver(
  port = 0,
  create: (onConnection: (socket: Socket) => void) => Server = createTcpServer,
): Promise<TakReceiver> {
  let text = "";
  const connections = new Set<Socket>();
  const server = create((socket) => {
    connections.add(socket);
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => (text += chunk));
    // A client that is refused or killed is what a test wants.
    socket.on("error", () => undefined);
    socket.once("close", () => connections.delete(socket));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    events: () => text.match(/<event .*?<\/event>/g) ?? [],
    connections,
    async close() {
      for (const socket of connections) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** What names the event: the `uid` of an event's text. */
export const uidOf = (event: string): string => /uid="([^"]*)"/.exec(event)?.[1] ?? "";
