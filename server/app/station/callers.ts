import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Tells from which ports of this computer the open connections of a server come. */
export function watchCallers(server: Server): {
  /** Resolves to true once there is a connection from `port`, to false when there is none after `limitMs`. */
  readonly isReachedFrom: (port: number, limitMs: number) => Promise<boolean>;
} {
  const ports = new Set<number>();
  const waiting = new Map<number, () => void>();
  server.on("connection", (socket: Socket) => {
    const { remotePort } = socket;
    if (remotePort === undefined) return;
    ports.add(remotePort);
    socket.once("close", () => ports.delete(remotePort));
    waiting.get(remotePort)?.();
  });
  return {
    isReachedFrom(port, limitMs) {
      if (ports.has(port)) return Promise.resolve(true);
      return new Promise((resolve) => {
        const settle = (isReached: boolean): void => {
          clearTimeout(timer);
          waiting.delete(port);
          resolve(isReached);
        };
        const timer = setTimeout(() => settle(false), limitMs);
        waiting.set(port, () => settle(true));
      });
    },
  };
}
