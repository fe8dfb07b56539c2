import type { Server } from "node:http";

/**
 * Closes a connection that was idle for the server's time-out only when no request waits on it. After a stall of the
 * process, timers run before the data that has arrived is read: Node by itself would then cut off a caller whose
 * request is unread, which the caller sees as a reset connection.
 */
export function closeIdleConnections(server: Server): void {
  server.on("timeout", (socket) => {
    const { bytesRead } = socket;
    // An immediate runs after the data that had arrived has been read.
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  });
}
